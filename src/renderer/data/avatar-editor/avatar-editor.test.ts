import { expect, it } from 'vitest'
import { avatarLimit } from '../../../shared/limits.ts'
import { encodings, firstThatFits } from './encode.ts'
import { pictureKind } from './picture-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const blob = (type: string, size: number) => new Blob([new Uint8Array(size)], { type })

it.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['BM\x36\0', 'image/bmp'],
  ['\0\0\0\x20ftypavif\0\0\0\0', 'image/avif'],
  ['<svg xmlns="http', undefined],
  ['RIFF\x10\0\0\0WAVE', undefined],
  ['', undefined],
])('knows what %j begins', (beginning, kind) => {
  expect(pictureKind(bytes(beginning))).toBe(kind)
})

it('takes the best quality that fits', async () => {
  const tried: unknown[] = []
  const written = await firstThatFits(encodings(false), async ({ type, quality }) => {
    tried.push(quality)
    return blob(type, quality! > 0.8 ? avatarLimit + 1 : avatarLimit)
  })
  expect(written?.size).toBe(avatarLimit)
  expect(tried).toEqual([0.92, 0.85, 0.75])
})

it('keeps transparency, in PNG where it fits', async () => {
  expect((await firstThatFits(encodings(true), async ({ type }) => blob(type, 9)))?.type).toBe(
    'image/png',
  )
  const large = await firstThatFits(encodings(true), async ({ type }) =>
    blob(type, type === 'image/png' ? avatarLimit + 1 : 9),
  )
  expect(large?.type).toBe('image/webp')
})

it('takes nothing that is another kind than it was asked for, or too large', async () => {
  expect(await firstThatFits(encodings(false), async () => blob('image/png', 9))).toBeUndefined()
  expect(
    await firstThatFits(encodings(true), async ({ type }) => blob(type, avatarLimit + 1)),
  ).toBeUndefined()
})
