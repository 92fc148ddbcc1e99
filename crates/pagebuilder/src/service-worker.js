// Keeps the page for use without a connection. Written by the page builder; `version` and the list of files
// change whenever one of the files does. Programs and books are kept once they were used: nobody loads games that he
// does not play.
const VERSION = '{{version}}';
const PAGE = `page-${VERSION}`;
const ANSWERS = 'answers';
const FILES = [
{{files}}];
const PROGRAMS = {{programs}};
// A name with a hash never means other bytes.
const HASHED = /-[0-9a-f]{16}\.[a-z0-9]+$/;

// A change of saved games: which game, and what of it.
const CHANGE = /^\/api\/games(?:\/([a-z0-9]+)(\/steps|\/truncate)?)?$/;

const PROGRAM = /^\/(.+)-[0-9a-f]{16}\.wasm$/;

self.addEventListener('install', (event) => {
  event.waitUntil(keptGames().then((games) => keep([...FILES, ...games.flatMap(files)])).then(() => self.skipWaiting()));
});

// The page says which game it was loaded for: that was before anybody kept it.
self.addEventListener('message', (event) => {
  if (event.data?.game) event.waitUntil(keep(files(event.data.game)));
});

function files(game) {
  return Object.hasOwn(PROGRAMS, game) ? Object.values(PROGRAMS[game]) : [];
}

async function keep(files) {
  const cache = await caches.open(PAGE);
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname);
  const fresh = (file) => new Request(file, { cache: HASHED.test(file) ? 'default' : 'reload' });
  await cache.addAll(files.filter((file) => !kept.includes(file)).map(fresh));
}

// The games that a page before this one has kept.
async function keptGames() {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = (await Promise.all(stores.map((cache) => cache.keys()))).flat();
  const games = requests.map((request) => PROGRAM.exec(new URL(request.url).pathname)?.[1]);
  return [...new Set(games)].filter(Boolean);
}

self.addEventListener('activate', (event) => {
  const old = (name) => name !== PAGE && name !== ANSWERS;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method !== 'GET') {
    if (CHANGE.test(url.pathname)) event.respondWith(change(event, request, url));
    return;
  }
  if (url.pathname.startsWith('/api/')) {
    event.respondWith(answer(request));
  } else if (HASHED.test(url.pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetched(request)));
  } else {
    event.respondWith(file(request, url));
  }
});

async function fetched(request) {
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(PAGE)).put(request, answer.clone());
  return answer;
}

// What has a plain name comes from the server as long as there is one, so that a new page is met at once.
async function file(request, url) {
  try {
    return await (url.pathname.startsWith('/books/') ? fetched(request) : fetch(request));
  } catch (lost) {
    const cache = await caches.open(PAGE);
    const kept = await cache.match(request.mode === 'navigate' ? '/' : url.pathname);
    if (kept) return kept;
    throw lost;
  }
}

// Saved games come from the server; without it, as they were last seen, marked as such.
async function answer(request) {
  const cache = await caches.open(ANSWERS);
  try {
    const answer = await fetch(request);
    const kept = answer.clone();
    // Nobody searches twice for the same without a connection, and each letter typed is a search.
    const isSearch = new URL(request.url).searchParams.has('title');
    if (answer.ok && !isSearch) await inTurn(() => cache.put(request, kept));
    else if (answer.status === 404) await inTurn(() => cache.delete(request));
    return answer;
  } catch (lost) {
    await turn;
    const kept = await cache.match(request);
    if (!kept) {
      const fault = {
        what: 'the server does not answer',
        where: new URL(request.url).pathname,
        right: 'start Aelian again; what was saved is not lost',
      };
      return Response.json(fault, { status: 503, headers: { 'x-aelian-offline': 'yes' } });
    }
    const headers = new Headers(kept.headers);
    headers.set('x-aelian-offline', 'yes');
    return new Response(kept.body, { status: kept.status, headers });
  }
}

// What is kept is renewed one change after the other.
let turn = Promise.resolve();

function inTurn(work) {
  turn = turn.then(work).catch(() => {});
  return turn;
}

// A change that the server has taken is made in what is kept too, so that this is never older than the last step.
async function change(event, request, url) {
  const [, id, part] = CHANGE.exec(url.pathname);
  const sent = request.method === 'DELETE' ? null : await request.clone().json().catch(() => null);
  const answer = await fetch(request);
  if (answer.ok) {
    const told = request.method === 'DELETE' ? null : await answer.clone().json().catch(() => null);
    event.waitUntil(inTurn(() => renew(id ?? told?.id, part, sent, told)));
  }
  return answer;
}

async function renew(id, part, sent, summary) {
  const cache = await caches.open(ANSWERS);
  const place = `/api/games/${id}`;
  const list = await cache.match('/api/games');
  if (list) {
    const others = (await list.json()).games.filter((game) => game.id !== id);
    await cache.put('/api/games', Response.json({ games: summary ? [summary, ...others] : others }));
  }
  const game = summary && await renewed(await cache.match(place), part, sent, summary);
  // What cannot be told for sure is not kept.
  if (game) await cache.put(place, Response.json(game));
  else await cache.delete(place);
}

async function renewed(kept, part, sent, summary) {
  if (!sent) return null;
  const old = sent.record === undefined ? await kept?.json() : sent;
  if (!old) return null;
  const [header, ...steps] = old.record.split('\n').filter((line) => line.trim());
  let now = steps;
  if (part === '/steps') now = [...steps.slice(0, sent.from), ...sent.lines];
  if (part === '/truncate') now = steps.slice(0, sent.keep);
  if (now.length !== summary.steps) return null;
  const record = [header, ...now].map((line) => `${line}\n`).join('');
  return { summary, desk: sent.desk ?? old.desk ?? '{}', record };
}
