// Checks the commitment and every die of a Grognard journal whose secret is opened.
// node scripts/verify_dice.mjs FILE    (no dependencies; says "proved", or which line is wrong)
// What is checked is told in docs/how-to/prove-a-battle.md; the rules of the game are not.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const refuse = (line, what) => { console.error(`line ${line}: ${what}`); process.exit(1); };
const lines = readFileSync(process.argv[2], "utf8").trimEnd().split("\n");
const records = lines.map((text, at) => {
  try { return JSON.parse(text); } catch { return refuse(at + 1, "not JSON"); }
});
if (records.at(-1).document) records.pop(); // the files of the scenario: no die hangs on them
while (records.at(-1).said !== undefined) records.pop(); // nor on what people said
const closing = records.at(-1);
const byFile = records.some(({ who }) => who === "pledge");
if (!closing.secrets && !byFile) { console.log("sealed: the secret is not opened"); process.exit(2); }
const entries = records.slice(1, closing.closed === undefined ? undefined : -1);
const bound = lines[0].slice(0, lines[0].lastIndexOf(',"commitment":'));
const seals = [records[0].commitment];
for (const entry of entries) if (entry.who === "seal") seals.push(entry.answer);
const secrets = closing.secrets ?? seals.map(() => "");
if (secrets.length !== seals.length) refuse(lines.length, "a secret is missing");
let opens = 0; // a host who goes on by file opens his secret in a line of its own
for (const { who, answer = "" } of entries) {
  if (who === "seal") opens++;
  if (who === "unsealed" && answer.startsWith("host ")) secrets[opens] ||= answer.slice(5);
}
secrets.forEach((secret, leg) => {
  const given = createHash("sha256").update(secret + "\n" + bound).digest("hex");
  if (secret && given !== seals[leg]) refuse(1, `commitment ${seals[leg]}, the secret gives ${given}`);
});

// Two sides that never meet: each pledges, the other gives, and what was pledged is unsealed.
const sha = (text) => createHash("sha256").update(text).digest("hex");
let key = null, inUse = false, pledged = {}, given = {};
function partOf(entry, line) {
  if (entry.who === "seal") { key = null; inUse = false; pledged = {}; given = {}; }
  const [side, number] = (entry.answer ?? "").split(" ");
  if (!["pledge", "given", "unsealed"].includes(entry.who) || side === "host") return;
  const others = (held) => Object.keys(held).filter((other) => other !== side);
  if (entry.who === "pledge") { inUse = true; pledged[side] ??= number; }
  else if (entry.who === "given") {
    if (given[side] || !others(pledged).length) refuse(line, `${side} gives what nobody waits for`);
    given[side] = number;
  } else {
    const [giver] = others(given);
    if (!pledged[side] || !giver) refuse(line, `${side} unseals too early`);
    if (sha(number + "\n" + bound) !== pledged[side]) refuse(line, `${side} did not pledge that`);
    key = sha([bound, number, given[giver]].join("\n"));
    delete given[giver]; delete pledged[side];
  }
}

function* below(stop, secret, label) {
  const fair = Math.floor(256 / stop) * stop;
  for (let block = 0; ; block++) {
    const key = Buffer.from(secret, "hex");
    const bytes = createHmac("sha256", key).update(`${label}:${block}`).digest();
    for (const byte of bytes) if (byte < fair) yield byte % stop;
  }
}

const fell = (entry) => (entry.who === "draw" ? entry.answer : (entry.dice ?? []).join(" "));
function thrown(entry, secret) {
  const label = `${entry.number}:${entry.purpose ?? ""}`;
  if (entry.who === "draw") return entry.cup[below(entry.cup.length, secret, label).next().value];
  const faces = below(6, secret, label);
  return (entry.dice ?? []).map(() => faces.next().value + 1).join(" ");
}

// A throw that was taken back falls again for its very question: the decision that led to it, and
// how many throws came between. In old journals ("consent") its purpose alone was asked.
const falls = (entry) => entry.who === "dice" || entry.who === "draw";
const decides = (entry) => !falls(entry) && !["opening", "seal", "revision", "ended", "pledge", "given", "unsealed"].includes(entry.who);
const after = (cause, entry) => falls(entry) ? { ...cause, throws: cause.throws + 1 }
  : decides(entry) ? { who: entry.who, purpose: entry.purpose ?? "", words: entry.answer ?? "", throws: 0 } : cause;
const alike = (one, other) => ["who", "purpose", "words", "throws"].every((key) => one[key] === other[key]);
const ends = ({ who, events = [] }) => who === "ended" || events.some(({ event }) => event === "BattleEnded");
let leg = 0, live = [], undone = [], proved = 0, unknown = 0, over = false;
let cause = { who: "", purpose: "", words: "", throws: 0 };
const causes = [];
entries.forEach((entry, at) => {
  if (entry.number !== at) refuse(at + 2, `number ${entry.number} stands where ${at} should be`);
  if (over && (entry.back !== undefined || falls(entry))) refuse(at + 2, "the battle was over, and its secret shown");
  over ||= ends(entry);
  if (entry.who === "seal") leg++;
  partOf(entry, at + 2);
  if (entry.back !== undefined) {
    if (!causes[entry.back]) refuse(at + 2, `there is no number ${entry.back} to go back to`);
    let then = causes[entry.back];
    const gone = [];
    for (const old of live.filter(({ number }) => number > entry.back)) {
      if (falls(old)) gone.push({ old, cause: entry.purpose === "consent" ? null : then });
      then = after(then, old);
    }
    undone = [...gone, ...undone];
    live = live.filter((old) => old.number <= entry.back);
    cause = causes[entry.back];
  } else {
    if (falls(entry)) {
      const same = undone.findIndex(({ old, cause: then }) => (!then || alike(then, cause)) &&
        old.who === entry.who && old.purpose === entry.purpose &&
        (entry.who === "draw" ? entry.cup.includes(old.answer) : old.dice.length === entry.dice?.length));
      const [before] = same < 0 ? [] : undone.splice(same, 1);
      if (inUse && !key) refuse(at + 2, "a die fell before both sides had put in their part");
      const secret = inUse ? key : secrets[leg];
      const expected = before ? fell(before.old) : secret ? thrown(entry, secret) : fell(entry);
      if (fell(entry) !== expected)
        refuse(at + 2, `${fell(entry)} stands for ${entry.purpose}, it must be ${expected}`);
      secret ? proved++ : unknown++;
    } else if (decides(entry)) {
      undone = undone.filter(({ cause: then }) =>
        !then || then.purpose !== (entry.purpose ?? "") || then.who === entry.who);
    }
    cause = after(cause, entry);
    live.push(entry);
  }
  causes.push(cause);
});
console.log(unknown ? `partly: ${proved} throws proved, ${unknown} sealed` : `proved: ${proved} throws`);
