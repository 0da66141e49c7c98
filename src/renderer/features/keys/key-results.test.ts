import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../shared/failure.ts'
import { keyRefusal, keyResult } from './key-results.ts'

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

describe('a key that the service refuses', () => {
  it('is told once, without advice that can’t help', () => {
    const result = keyResult('laptop', failed({ fields: { key: ['must be longer'] } }))
    expect(result.message).toBe('Key is too short.')
    expect(result.hint).toContain('Create a new one')
  })

  it.each(['key', 'fingerprint', 'fingerprint_sha256', 'primary_keyid'])(
    'is known by its field %s',
    (field) => {
      expect(keyRefusal(failed({ fields: { [field]: ['is invalid'] } }))).toBe('Key is too short.')
    },
  )

  it('is another one if its title is wrong, or the service doesn’t answer', () => {
    expect(keyRefusal(failed({ fields: { title: ['is too long'] } }))).toBeUndefined()
    expect(keyRefusal(failed({ kind: 'timeout', fields: { key: ['is missing'] } }))).toBeUndefined()
    expect(keyResult('laptop', failed({ fields: { title: ['is too long'] } })).hint).toBe(
      'Correct it.',
    )
  })
})
