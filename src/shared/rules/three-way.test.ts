import { expect, it } from 'vitest'
import fc from 'fast-check'
import { threeWay } from './three-way.ts'

// An empty field is the same as a missing one, as for users.
const same = (_name: string, a: unknown, b: unknown) => (a ?? '') === (b ?? '')

const versions = fc.record(
  Object.fromEntries(
    ['bio', 'name', 'note'].map((name) => [name, fc.constantFrom('', null, 'a', 'b', 'c')]),
  ),
  { requiredKeys: [] },
)

it('assigns each field to those who changed it, and to nobody if the result is the same', () => {
  fc.assert(
    fc.property(versions, versions, versions, (base, mine, theirs) => {
      const changes = threeWay(base, mine, theirs, same)
      for (const name of ['bio', 'name', 'note']) {
        const [before, own, other] = [base, mine, theirs].map((version) => version[name] || '')
        const kinds = Object.entries(changes).flatMap(([kind, names]: [string, string[]]) =>
          names.filter((changed) => changed === name).map(() => kind),
        )
        if (own === other) expect(kinds).toEqual([])
        else if (own === before) expect(kinds).toEqual(['theirs'])
        else expect(kinds).toEqual([other === before ? 'mine' : 'conflicts'])
      }
    }),
  )
})
