import { saveAvatar } from '../avatars.ts'
import type { Database } from '../database/database.ts'
import { userByUsername } from '../database/users.ts'
import { Upload } from '../uploads.ts'
import { encodePng } from './png.ts'

/** Gives some users an avatar: a symmetrical two-color pattern. */
export function seedAvatars(db: Database): void {
  for (const [username, avatar] of (avatars ??= drawAvatars())) {
    saveAvatar(db, userByUsername(db, username)!.id, avatar)
  }
}

/** Drawn once and shared by all sandboxes. */
let avatars: [username: string, Upload][] | undefined

function drawAvatars(): [string, Upload][] {
  return pictures.map(([username, colour, rows]) => [
    username,
    new Upload('avatar.png', 'image/png', picture(colour, rows)),
  ])
}

/** Username, color, and the left half of five rows. */
const pictures: [string, number, string][] = [
  ['ines', 0x2f6f5e, '.## ##. #.# ##. .##'],
  ['maya.lindqvist', 0xb4532a, '#.. ##. .## ##. #.#'],
  ['tomasz', 0x3b5b92, '..# .## ### .## #..'],
  ['aroha', 0x7a4988, '##. #.# ..# #.# ##.'],
  ['piotr.zielinski', 0x5c5c66, '.#. ### #.# .#. ..#'],
  ['layla.h', 0xa33b5c, '#.# .#. ### .#. #.#'],
  ['xiaoyu', 0x207a8a, '..# ##. ### #.. .##'],
  ['sunny', 0xc98a12, '#.# .## ### .## #.#'],
  ['wordy', 0x4a6b2a, '### #.. ##. #.. ###'],
  ['deploy-bot', 0x44546a, '.## #.# ### #.. ##.'],
]

/** In pixels: five squares of ten, plus half a square of margin. */
const side = 60
const square = 10

function picture(colour: number, rows: string): Uint8Array {
  const halves = rows.split(' ')
  return encodePng(side, side, [0xf1efe9, colour], (x, y) => {
    const column = Math.floor((x - square / 2) / square)
    const row = halves[Math.floor((y - square / 2) / square)] ?? ''
    return row[Math.min(column, 4 - column)] === '#' ? 1 : 0
  })
}
