// The rules in words, of every system: a question finds its clause, and what to see beside it opens.

import assert from 'node:assert/strict';
import { everyLook } from './axe.mjs';
import { browser, serve } from './lib.mjs';

const questions = {
  premier: ['refused flank', 'P16.37'],
  nlc: ['must pursue', 'N7.8.3'],
};

export async function rulesFound(url) {
  const context = await browser({});
  const page = await context.newPage();
  for (const [system, [words, clause]] of Object.entries(questions)) {
    await page.goto(`${url}/rules/${system}/2`);
    await page.getByRole('searchbox').fill(words);
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('heading', { name: words }).waitFor();
    assert.equal(await page.locator('article .id').first().textContent(), clause);
    const see = page.locator('article .note .clause').first();
    const named = (await see.textContent()).replace('rule ', '');
    await see.click();
    await page.waitForURL(`**/rules/${system}/${named}`);
    await page.locator('article section').first().waitFor();
  }
  // A clause whose rule is no plain number is shown in the whole of its rule.
  await page.goto(`${url}/rules/nlc/N12.2A.1`);
  await page.locator('section.here', { hasText: 'N12.2A.1' }).waitFor();
  assert.ok((await page.locator('article section').count()) > 1);
  assert.match(await page.locator('nav [aria-current=true]').textContent(), /12\.2A/);
  // Every system has its book here, and the stroke asks for words.
  await page.goto(`${url}/rules`);
  for (const book of await page.locator('[data-book]').all()) {
    await book.click();
    await page.locator('.rules nav li').first().waitFor();
  }
  assert.ok((await page.locator('[data-book]').count()) >= 4);
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement?.type), 'search');
  await page.locator('.rules nav li button').first().click();
  await page.locator('article section').first().waitFor();
  assert.deepEqual(await everyLook(page, page.url(), 'rules', 'article section'), []);
  await context.close();
}

if (process.argv[1]?.endsWith('rules.mjs')) {
  const server = process.env.GROGNARD_URL ? null : await serve();
  try {
    await rulesFound(process.env.GROGNARD_URL ?? server.url);
    console.log('the rules: ok');
  } finally {
    await server?.stop();
  }
}
