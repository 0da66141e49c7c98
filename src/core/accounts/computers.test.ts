import { expect, it } from 'vitest'
import { type Computer, forEachComputer } from './computers.ts'

it('creates one value per computer, on first use', () => {
  const [own, demo] = [{ id: 'own' }, { id: 'demo' }] as unknown as Computer[]
  const created: Computer[] = []
  const valueOf = forEachComputer((computer) => created.push(computer))
  expect(created).toEqual([])
  const values = [own!, demo!, own!, demo!].map((computer) => valueOf(computer))
  expect(values).toEqual([1, 2, 1, 2])
  expect(created).toEqual([own, demo])
})
