// Loads the program of the wanted game and starts the page with it: the game that the address asks for, else the last
// one, else the first. Written by the page builder.
const programs = {{programs}};

function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const asked = new URLSearchParams(location.search).get('game');
const game = [asked, stored('aelian.game')].find((name) => Object.hasOwn(programs, name)) ?? Object.keys(programs)[0];
const { script, wasm } = programs[game];
// Both are on their way at once.
const module_or_path = fetch(wasm);
const page = await import(script);
await page.default({ module_or_path });
page.start_page?.();
