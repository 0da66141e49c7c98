import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { attackByData } from './data-folders.ts'
import { attackByAnswers, attackByKeys, attackByRequests } from './groups.ts'

// A few of the attacks of `npm run attack`.

const root = mkdtempSync(join(tmpdir(), 'latchkey-attack-'))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

it.concurrent.each([
  ['requests', attackByRequests, 100],
  ['answers', attackByAnswers, 12],
  ['keys', attackByKeys, 10],
  ['data folders', attackByData, 8],
] as const)('lets nothing in by hostile %s', async (_, attack, count) => {
  const { attacks, findings } = await attack({ root, count })
  expect(attacks).toBeGreaterThanOrEqual(count)
  expect(findings).toEqual([])
})
