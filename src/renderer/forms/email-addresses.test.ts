import { expect, it } from 'vitest'
import { addressErrors, mergeAddresses } from './email-addresses.ts'

const confirmed_at = '2026-01-02T03:04:05.000Z'
const confirmedAt = Date.parse(confirmed_at)

it('marks the commit email', () => {
  const addresses = mergeAddresses({ email: 'ada@a.example', commit_email: 'Ada@b.example' }, [
    { id: 2, email: 'ada@b.example', confirmed_at },
  ])
  expect(addresses.map(({ isForCommits }) => isForCommits)).toEqual([undefined, true])
})

it('puts the primary address first if the list omits it', () => {
  expect(
    mergeAddresses({ email: 'ada@a.example', confirmed_at }, [
      { id: 2, email: 'ada@b.example', confirmed_at: null },
    ]),
  ).toEqual([
    { email: 'ada@a.example', isPrimary: true, isConfirmed: true, confirmedAt },
    { email: 'ada@b.example', id: 2, isPrimary: false, isConfirmed: false },
  ])
})

it('marks the primary address in the list, ignoring case', () => {
  expect(
    mergeAddresses({ email: 'Ada@A.example', confirmed_at }, [
      { id: 2, email: 'ada@b.example', confirmed_at },
      { id: 1, email: 'ada@a.example', confirmed_at: null },
    ]),
  ).toEqual([
    { email: 'ada@a.example', id: 1, isPrimary: true, isConfirmed: true, confirmedAt },
    { email: 'ada@b.example', id: 2, isPrimary: false, isConfirmed: true, confirmedAt },
  ])
})

it('doesn’t mark any if GitLab doesn’t report the primary address', () => {
  const [one] = mergeAddresses({}, [{ id: 1, email: 'ada@a.example' }])
  expect(one).toEqual({ email: 'ada@a.example', id: 1, isPrimary: false })
})

it('explains why an address is invalid', () => {
  const known = mergeAddresses({ email: 'ada@a.example' }, [])
  expect(addressErrors(' ', known)).toEqual([
    'Enter a valid email address, such as name@example.com.',
  ])
  expect(addressErrors('ada', known)![0]).toMatch(/valid email address/)
  expect(addressErrors('ada @b.example', known)![0]).toMatch(/valid email address/)
  expect(addressErrors(' ADA@a.example', known)).toEqual([
    'This address is already on the account.',
  ])
  expect(addressErrors('ليلى@بريد.example', known)).toBeUndefined()
  expect(addressErrors('kim@intranet', known)).toBeUndefined()
})
