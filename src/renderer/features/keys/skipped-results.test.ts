import { expect, it } from 'vitest'
import { formatResults } from './key-results.ts'
import { skippedResults } from './skipped-results.ts'

const key = (name: string, skipReason?: string) => ({
  localKeyId: name,
  name,
  group: 'new' as const,
  type: 'ED25519',
  hint: '',
  facts: [],
  notes: [],
  addedIds: [],
  skipReason,
})
const refused = (file: string, secret: boolean) => ({
  kind: 'refused' as const,
  file,
  secret,
  message: '',
  hint: '',
})

it('says why each key was skipped, and which are on the account', () => {
  const results = skippedResults({
    newKeys: { value: [key('safe'), key('old', 'It is weak.')] },
    keysOnAccount: { value: [key('laptop')] },
    scanResult: {
      value: {
        rows: [
          { kind: 'key', localKeyId: '1', privateKey: 'id_rsa' },
          refused('id_rsa', true),
          refused('alone', true),
          refused('broken.pub', false),
          { kind: 'skipped', file: 'config', message: '' },
        ],
      },
    },
  })
  expect(results.map(({ title, outcome, message }) => [title, outcome, message])).toEqual([
    ['old', 'skipped', 'It is weak.'],
    ['alone', 'skipped', 'Private key without its public key.'],
    ['broken.pub', 'skipped', 'Not a readable public key.'],
    ['laptop', 'on-account', 'Already on your account.'],
  ])
  expect(results[0]!.hint).toContain('“Import anyway”')
  expect(formatResults(results)).toBe('3 skipped and 1 already on your account.')
})

it('names the action of a key whose comment is left out', () => {
  const lost = { ...key('lost', 'Its comment is odd.'), isWithoutComment: true }
  const none = { value: [] }
  const scanResult = { value: { rows: [] } }
  const [result] = skippedResults({ newKeys: { value: [lost] }, keysOnAccount: none, scanResult })
  expect(result!.hint).toContain('“Import without comment”')
})
