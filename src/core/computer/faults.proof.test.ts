import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Check } from '../../shared/operations/setup.ts'
import { casesOf } from '../testing/proof.ts'
import { TestComputer, passingFindings } from './testing/computer.ts'
import { faults, filesOf } from './testing/faults.ts'

const passphrase = 'correct horse battery staple'

describe.runIf(process.platform === 'linux')('a computer with one fault', () => {
  let computer: TestComputer
  beforeAll(async () => {
    computer = await TestComputer.start()
    await computer.startAgent()
    await computer.removeKeysOfAccount()
    await computer.planned()
    await computer.applyAll(passphrase)
    computer.keep()
  })
  afterAll(() => computer.stop())

  it.each(casesOf(faults, 5))(
    'is fixed if possible: $name',
    async ({ cause, findings, fixedBy }) => {
      await computer.reset(passphrase)
      await cause(computer)
      const files = filesOf(computer)
      const found = Object.keys(findings) as Check[]
      expect(await computer.findings(found)).toEqual(findings)
      const changes = await computer.planned()
      expect(changes.map((change) => change.split(' ')[0])).toEqual(
        expect.arrayContaining([...fixedBy]),
      )
      if (fixedBy.length === 0) return
      const results = await computer.applyAll(passphrase)
      expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([])
      expect(await computer.findings(found)).toEqual(
        Object.fromEntries(found.map((check) => [check, passingFindings[check]])),
      )
      await computer.undoLast()
      expect(filesOf(computer)).toMatchObject(files)
    },
  )
})
