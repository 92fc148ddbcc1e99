// The computer player's room: it follows the match and answers when asked, so that the page never waits.
// A message has `open` (the first line of a record) if it is a new match, then `keep` and `lines` (steps to keep and
// to add), then `name` and `seed`. The answer is `answer`, a choice as JSON, or `fault`, with the `number` of the message.
// Its name says which game: each has a program of its own. (A query in the address is gone when the worker comes from
// the cache.)
import { programs } from '/names.js';

const ready = (async () => {
  const { script, wasm } = programs[self.name];
  const page = await import(script);
  await page.default({ module_or_path: wasm });
  return page;
})();

self.onmessage = async ({ data }) => {
  try {
    const page = await ready;
    if (data.open) page.think_open(data.open);
    page.think_follow(data.keep, data.lines);
    self.postMessage({ number: data.number, answer: page.think_answer(data.name, data.seed) });
  } catch (fault) {
    self.postMessage({ number: data.number, fault: String(fault) });
  }
};
