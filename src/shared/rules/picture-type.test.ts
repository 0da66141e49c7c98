import { expect, it } from 'vitest'
import { pictureType } from './picture-type.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

it.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['BM\x36\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0', 'image/bmp'],
  ['\0\0\0\x20ftypavif\0\0\0\0', 'image/avif'],
  ['BM is how a text may begin', undefined],
  ['<svg xmlns="http', undefined],
  ['RIFF\x10\0\0\0WAVE', undefined],
  ['RIFF\x10\0\0\0WEBPALPH', undefined],
  ['\x89PNG\r\n\x1a\n\0\0\0\rtEXt', undefined],
  ['', undefined],
])('detects the type of %j', (beginning, type) => {
  expect(pictureType(bytes(beginning))).toBe(type)
})
