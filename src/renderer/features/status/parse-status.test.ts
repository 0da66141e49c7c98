import { gemoji } from 'gemoji'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadMessages, showLanguage } from '../../ui/messages.ts'
import { emojiBook, emojiName } from '../../components/emoji/emoji-book.ts'
import { parseStatus, withPreset } from './parse-status.ts'

beforeAll(loadMessages)

/** A Thursday. */
const now = new Date(2026, 10, 26, 14, 30).getTime()
const plain = { message: '', emoji: '', busy: false, clear: 'never' }

it.each([
  ['in a meeting 30m', { message: 'in a meeting', clear: '30_minutes' }],
  ['in a meeting for 3h', { message: 'in a meeting', clear: '3_hours' }],
  ['lunch busy 30m', { message: 'lunch', busy: true, clear: '30_minutes' }],
  ['lunch 8h busy', { message: 'lunch', busy: true, clear: '8_hours' }],
  [':pizza: lunch 1d', { message: 'lunch', emoji: 'pizza', clear: '1_day' }],
  ['lunch :pizza: 7d', { message: 'lunch', emoji: 'pizza', clear: '7_days' }],
  ['out 45m', { message: 'out', clear: '45_minutes' }],
  ['deep work 2h', { message: 'deep work', clear: '120_minutes' }],
  ['out 2d', { message: 'out', clear: '2880_minutes' }],
  ['away 90d', { message: 'away', clear: '129600_minutes' }],
  ['busy', { busy: true }],
  ['30m', { clear: '30_minutes' }],
  ['room 12b', { message: 'room 12b' }],
  ['reading 30m of news', { message: 'reading 30m of news' }],
  ['3h 30m', { clear: '210_minutes' }],
  ['lunch for 30 minutes', { message: 'lunch', clear: '30_minutes' }],
  ['lunch for 1 hour 30 minutes', { message: 'lunch', clear: '90_minutes' }],
  ['lunch until 30m', { message: 'lunch', clear: '30_minutes' }],
  ['away 2 weeks', { message: 'away', clear: '20160_minutes' }],
  ['room 30m 2h', { message: 'room 30m', clear: '120_minutes' }],
  ['release 17 hours', { message: 'release', clear: '1020_minutes' }],
  ['room 3 30m', { message: 'room 3', clear: '30_minutes' }],
  ['lunch 1h30m', { message: 'lunch', clear: '90_minutes' }],
  ['', {}],
])('parses “%s”', (line, status) => {
  expect(parseStatus(line, now)).toEqual({ ...plain, ...status })
})

it.each([
  ['🍕 lunch 30m', { message: 'lunch', emoji: 'pizza', clear: '30_minutes' }],
  ['lunch 🍕', { message: 'lunch', emoji: 'pizza' }],
  ['lunch ❤', { message: 'lunch ❤' }],
  ['lunch 1', { message: 'lunch 1' }],
  ['2 lunches', { message: '2 lunches' }],
])('parses an emoji character in “%s”', async (line, status) => {
  const book = emojiBook(gemoji.filter(({ names }) => names.includes('pizza')))
  expect(parseStatus(line, now, (emoji) => emojiName(emoji, book))).toEqual({ ...plain, ...status })
})

it.each([
  [
    'focus time 2h',
    { message: 'Focus time', emoji: 'headphones', busy: true, clear: '120_minutes' },
  ],
  ['Focus time :tada:', { message: 'Focus time', emoji: 'tada' }],
  ['focus time with Ada 2h', { message: 'focus time with Ada', clear: '120_minutes' }],
])('keeps a preset’s emoji and Busy with another duration: “%s”', (line, status) => {
  const presets = [
    { message: 'Focus time', emoji: 'headphones', busy: true, clear: '30_minutes' as const },
  ]
  expect(withPreset(parseStatus(line, now), presets)).toEqual({ ...plain, ...status })
})

describe('typed end time', () => {
  beforeEach(() => void vi.stubGlobal('document', { documentElement: {} }))
  afterEach(async () => {
    await showLanguage('en')
    vi.unstubAllGlobals()
  })

  const local = (day: number, hours = 0, minutes = 0) =>
    new Date(2026, 10, day, hours, minutes).getTime()

  it.each([
    ['lunch until 17:00', local(26, 17)],
    ['lunch till 5pm', local(26, 17)],
    ['lunch until 5:30 pm', local(26, 17, 30)],
    ['lunch until 9:00', local(27, 9)],
    ['lunch until tomorrow', local(27)],
    ['lunch until Monday', local(30)],
    ['lunch until mon 9am', local(30, 9)],
    ['lunch until thursday', local(33)],
    ['lunch until tomorrow at 9', local(27, 9)],
    ['lunch until 5pm tomorrow', local(27, 17)],
    ['lunch until 9:30 on Monday', local(30, 9, 30)],
  ])('resolves to the next time that matches: “%s”', (line, endsAt) => {
    expect(parseStatus(line, now)).toEqual({ ...plain, message: 'lunch', endsAt })
  })

  it.each([
    ['de', 'Essen bis 17 Uhr', 'Essen', local(26, 17)],
    ['de', 'Essen bis 17:30 Uhr', 'Essen', local(26, 17, 30)],
    ['de', 'weg bis zum Montag um 9 Uhr', 'weg', local(30, 9)],
    ['es', 'comida hasta las 17:00', 'comida', local(26, 17)],
    ['es', 'fuera hasta el lunes', 'fuera', local(30)],
    ['fr', 'déjeuner jusqu’à 17 h 30', 'déjeuner', local(26, 17, 30)],
    ['fr', 'absente jusqu’à demain à 9 h', 'absente', local(27, 9)],
    ['ja', '昼食 17時まで', '昼食', local(26, 17)],
    ['ja', '昼食 17時30分まで', '昼食', local(26, 17, 30)],
    ['ja', '休み 明日 9:00まで', '休み', local(27, 9)],
    ['ja', '休み 月曜日まで', '休み', local(30)],
  ] as const)('can be typed in %s: “%s”', async (language, line, message, endsAt) => {
    await showLanguage(language)
    expect(parseStatus(line, now)).toEqual({ ...plain, message, endsAt })
  })

  it.each([
    ['de', 'Essen bis 25 Uhr', '25 Uhr'],
    ['fr', 'déjeuner jusqu’à 25 h', '25 h'],
    ['ja', '昼食 25時まで', '25時'],
  ] as const)('is reported in %s if there is no such time: “%s”', async (language, line, end) => {
    await showLanguage(language)
    expect(parseStatus(line, now)).toEqual({ ...plain, message: line, impossibleEnd: end })
  })

  it('can come before or after the other parts', () => {
    const status = { message: 'lunch', emoji: 'pizza', busy: true, endsAt: local(26, 17) }
    expect(parseStatus(':pizza: lunch busy until 17:00', now)).toMatchObject(status)
    expect(parseStatus('lunch until 17:00 busy :pizza:', now)).toMatchObject(status)
  })

  it.each([
    'waiting until the cows come',
    'waiting until',
    'until noon 5x',
    'away until 2027',
    'away until 30.11',
  ])('remains part of the text if it isn’t a time: “%s”', (line) => {
    expect(parseStatus(line, now)).toEqual({ ...plain, message: line })
  })

  it.each([
    ['lunch until 25:70', '25:70'],
    ['lunch until 24:61', '24:61'],
    ['lunch until 17:5', '17:5'],
    ['lunch until 13pm', '13pm'],
    ['lunch until 25h', '25h'],
    ['lunch until Monday 9:75 am', 'Monday 9:75 am'],
    ['lunch until 25:70 tomorrow', '25:70 tomorrow'],
    ['until 25:70', '25:70'],
  ])('is reported if there is no such time: “%s”', (line, impossibleEnd) => {
    expect(parseStatus(line, now)).toEqual({ ...plain, message: line, impossibleEnd })
    expect(parseStatus(`${line} busy`, now)).toMatchObject({
      message: line,
      busy: true,
      impossibleEnd,
    })
    expect(parseStatus(`${line} 1d`, now)).toMatchObject({ message: line, impossibleEnd })
  })
})
