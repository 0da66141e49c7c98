import { expect, it } from 'vitest'
import { avatarLimit } from '../../../shared/rules/limits.ts'
import { avatarEncodings, firstEncodingThatFits } from './encode.ts'

const blob = (type: string, size: number) => new Blob([new Uint8Array(size)], { type })

it('picks the best quality within the size limit', async () => {
  const attempts: unknown[] = []
  const encoded = await firstEncodingThatFits(avatarEncodings(false), async ({ type, quality }) => {
    attempts.push(quality)
    return blob(type, quality! > 0.8 ? avatarLimit + 1 : avatarLimit)
  })
  expect(encoded?.size).toBe(avatarLimit)
  expect(attempts).toEqual([0.92, 0.85, 0.75])
})

it('keeps transparency, and prefers PNG if it fits', async () => {
  expect(
    (await firstEncodingThatFits(avatarEncodings(true), async ({ type }) => blob(type, 9)))?.type,
  ).toBe('image/png')
  const large = await firstEncodingThatFits(avatarEncodings(true), async ({ type }) =>
    blob(type, type === 'image/png' ? avatarLimit + 1 : 9),
  )
  expect(large?.type).toBe('image/webp')
})

it('rejects encodings of the wrong type or over the limit', async () => {
  expect(
    await firstEncodingThatFits(avatarEncodings(false), async () => blob('image/png', 9)),
  ).toBeUndefined()
  expect(
    await firstEncodingThatFits(avatarEncodings(true), async ({ type }) =>
      blob(type, avatarLimit + 1),
    ),
  ).toBeUndefined()
})
