import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../shared/rules/failure.ts'
import {
  doubtfulResult,
  formatResults,
  keyRefusal,
  keyResult,
  refusalText,
  skippedResults,
} from './key-results.ts'

const failed = (failure: Partial<Failure>) => ({
  outcome: 'failed' as const,
  localKeyId: 'a',
  failure: {
    kind: 'invalid' as const,
    message: 'Key is too short.',
    hint: 'Correct it.',
    ...failure,
  },
})

describe('rejected key', () => {
  it('is reported once, without advice that wouldn’t help', () => {
    const result = keyResult('laptop', failed({ fields: { key: ['must be longer'] } }))
    expect(result.message).toBe('Key is too short.')
    expect(result.hint).toContain('Create a new one')
  })

  it('is reported once if only its title was rejected', () => {
    const message = 'Title is too long.'
    const fields = { title: ['is too long'] }
    expect(keyResult('laptop', failed({ message, fields })).message).toBe(message)
    const other = { ...fields, expires_at: ['is over'] }
    expect(keyResult('laptop', failed({ message, fields: other })).message).toBe(
      'Title is too long. (Expiry date is over)',
    )
  })

  it.each(['key', 'fingerprint', 'fingerprint_sha256', 'primary_keyid'])(
    'is recognized by an error in the field %s',
    (field) => {
      expect(keyRefusal(failed({ fields: { [field]: ['is invalid'] } }))).toBe('Key is too short.')
    },
  )

  it('isn’t reported if only the title is wrong or the instance is unreachable', () => {
    expect(keyRefusal(failed({ fields: { title: ['is too long'] } }))).toBeUndefined()
    expect(keyRefusal(failed({ kind: 'timeout', fields: { key: ['is missing'] } }))).toBeUndefined()
    expect(keyResult('laptop', failed({ fields: { title: ['is too long'] } })).hint).toBe(
      'Correct it.',
    )
  })
})

it('explains why a key wasn’t added, but only for failed imports', () => {
  const refusal = keyResult('laptop', failed({ message: 'Try later.', hint: 'In an hour.' }))
  expect(refusalText(refusal)).toBe('Try later. In an hour.')
  for (const outcome of ['imported', 'not-tried', 'skipped'] as const) {
    expect(refusalText({ ...refusal, outcome })).toBeUndefined()
  }
  expect(refusalText(undefined)).toBeUndefined()
})

const key = (name: string, skipReason?: string) => ({
  localKeyId: name,
  name,
  group: 'new' as const,
  type: 'ED25519',
  facts: [],
  files: [],
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

it('explains why each key was skipped', () => {
  const results = skippedResults({
    newKeys: { value: [key('safe'), key('old', 'It is weak.')] },
    keysOnAccount: { value: [key('laptop')] },
    scanResult: {
      value: {
        rows: [
          refused('id_rsa', true),
          refused('alone', true),
          refused('broken.pub', false),
          { kind: 'skipped', file: 'config', message: '' },
        ],
      },
    },
    privateKeys: { value: new Set(['id_rsa']) },
  })
  expect(results.map(({ title, outcome, message }) => [title, outcome, message])).toEqual([
    ['old', 'skipped', 'It is weak.'],
    ['alone', 'skipped', 'Private key without its public key.'],
    ['broken.pub', 'skipped', 'Not a readable public key.'],
    ['laptop', 'on-account', 'Already on your account.'],
  ])
  expect(results[0]!.hint).toContain('“Add anyway”')
  expect(formatResults(results)).toBe('3 skipped and 1 already on your account.')
})

it('explains why a key that wasn’t selected was left out', () => {
  const doubtful = { ...key('deploy'), doubt: 'Looks like a GitHub key' }
  expect(doubtfulResult(doubtful)).toMatchObject([
    { title: 'deploy', outcome: 'skipped', message: 'Looks like a GitHub key' },
  ])
  const email = { label: 'Email not on account', text: 'Its email isn’t on your account.' }
  expect(doubtfulResult({ ...key('Maya Test'), emailProblem: email })).toMatchObject([
    { title: 'Maya Test', message: email.text },
  ])
  expect(doubtfulResult(key('safe'))).toEqual([])
})

it('suggests “Add without comment” for a key whose comment can’t be kept', () => {
  const lost = { ...key('lost', 'Its comment is odd.'), isWithoutComment: true }
  const none = { value: [] }
  const scanResult = { value: { rows: [] } }
  const [result] = skippedResults({
    newKeys: { value: [lost] },
    keysOnAccount: none,
    scanResult,
    privateKeys: { value: new Set() },
  })
  expect(result!.hint).toContain('“Add without comment”')
})
