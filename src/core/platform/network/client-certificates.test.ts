import { expect, it } from 'vitest'
import { describeChoice } from './client-certificates.ts'

it('lists each certificate with its expiry, plus an option for none', () => {
  const until = Date.UTC(2027, 4, 6) / 1000
  const choice = describeChoice('gitlab.example.com:443', [
    { subjectName: 'Ines', issuerName: 'Example CA', validExpiry: until },
    { subjectName: 'Ines\n\u202e\u3164None', issuerName: 'Other', validExpiry: Number.NaN },
  ])
  expect(choice.message).toBe('gitlab.example.com requires a client certificate.')
  expect(choice.detail).toContain('Ines, issued by Example CA, valid until 2027-05-06')
  expect(choice.detail).toContain('expiry date unknown')
  expect(choice.buttons).toEqual(['Ines', 'Ines None', 'No certificate'])
})
