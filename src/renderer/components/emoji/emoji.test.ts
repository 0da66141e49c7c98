import { expect, it } from 'vitest'
import { loadEmojiBook, withEmoji } from './emoji-book.ts'
import { occasions } from './occasions.ts'
import { withoutVariationSelector } from '../../../shared/rules/emoji-names.ts'
import { searchEmoji, emojiResultLimit, unknownName } from '../../features/status/emoji-search.ts'

const book = await loadEmojiBook()
const searchNames = (query: string) => searchEmoji(book, query).map(({ name }) => name)

it('has only searchable names', () => {
  const names = [...book.byName.keys()]
  expect(names.filter((name) => !/^[^:\sA-Z]+$/.test(name))).toEqual([])
})

it.each(['grinning', '+1', 'thumbsup', 'e-mail', '1st_place_medal', 'slight_smile', 'wave_tone1'])(
  'ranks an emoji first for its exact name %s',
  (name) => expect(searchNames(name)[0]).toBe(name),
)

it('ranks prefix matches above other matches', () => {
  const names = searchNames('heart')
  expect(names[0]).toBe('heart')
  expect(names.indexOf('heart_eyes')).toBeGreaterThan(0)
  expect(names.indexOf('heart_eyes')).toBeLessThan(names.indexOf('blue_heart'))
  expect(searchNames('coff')[0]).toBe('coffee')
})

it('searches tags, and matches words in any order', () => {
  expect(searchNames('vacation')).toContain('tropical_drink')
  expect(searchNames('balloon speech')).toContain('speech_balloon')
  expect(searchNames(':speech_balloon:')[0]).toBe('speech_balloon')
  expect(searchNames('speech balloon')[0]).toBe('speech_balloon')
})

it.each([
  ['lunch', ['🍽️', '🍔']],
  ['sick', ['🤒', '😷']],
  ['vacation', ['🌴', '🏖️']],
  ['Out of office', ['🌴']],
  ['focus', ['🎧']],
  ['deep work', ['🎧']],
  ['music', ['🎧', '🎵']],
  ['meeting', ['📆']],
  ['wfh', ['🏠']],
  ['incident', ['🚨', '🔥']],
  ['conce', ['🎧']],
])('finds the emoji people use for %s', (query, expected) => {
  const first = searchEmoji(book, query).slice(0, 9)
  expect(first.map(({ emoji }) => emoji)).toEqual(expect.arrayContaining(expected))
})

it('lists only existing emoji for each occasion', () => {
  const names = Object.values(occasions).flat()
  expect(names.filter((name) => !book.byName.get(name)?.occasions.length)).toEqual([])
})

it('uses the same presentation for all of an emoji’s names', () => {
  const byEmoji = Map.groupBy(book.byName.values(), ({ emoji }) => withoutVariationSelector(emoji))
  const mixedNames = [...byEmoji.values()].filter(
    (same) => new Set(same.map((one) => one.emoji)).size > 1,
  )
  expect(mixedNames.map(([first]) => first!.name)).toEqual([])
})

it('returns nothing for an empty or unknown query, and limits the results', () => {
  expect(searchNames('')).toEqual([])
  expect(searchNames('qqqq')).toEqual([])
  expect(searchNames('e').length).toBe(emojiResultLimit)
})

it('accepts a plausible name that may be a custom emoji', () => {
  expect(unknownName(book, ':Party Parrot:')).toBe('party_parrot')
  expect(unknownName(book, 'coffee')).toBeUndefined()
  expect(unknownName(book, '<b>')).toBeUndefined()
})

it('replaces emoji codes in a message', () => {
  expect(withEmoji('Gone :tada: :no_such_thing: 10:30:45', book)).toBe(
    'Gone 🎉 :no_such_thing: 10:30:45',
  )
  expect(withEmoji('Gone :tada:', undefined)).toBe('Gone :tada:')
})

it('includes GitLab’s names that gemoji lacks', () => {
  expect(book.byName.get('slight_smile')?.emoji).toBe('🙂')
  expect(book.byName.get('face_palm')?.emoji).toBe('🤦')
  expect(book.byName.get('flag_de')?.emoji).toBe('🇩🇪')
  expect(book.byName.get('wave_tone1')?.emoji).toBe('👋🏻')
})
