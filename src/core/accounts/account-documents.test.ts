import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { testFolder } from '../testing/folder.ts'
import { AccountDocuments } from './account-documents.ts'

const Plans = z.object({ names: z.array(z.string()).default([]) })

let folder: string
let documents: AccountDocuments
beforeEach(() => {
  folder = testFolder()
  documents = new AccountDocuments({
    folders: { path: (account, file) => (account === 'demo' ? undefined : join(folder, file)) },
    log: (message) => expect.fail(message),
    onUnsaved: () => expect.fail('It wasn’t saved.'),
  })
})

it('stores a document on disk, and reads it again after it was removed from memory', () => {
  const plansOf = documents.define('plans.json', Plans)
  plansOf('a').write({ names: ['Offboard'] })
  expect(existsSync(join(folder, 'plans.json'))).toBe(true)
  const before = plansOf('a')
  documents.forget('a')
  expect(plansOf('a')).not.toBe(before)
  expect(plansOf('a').read()).toEqual({ names: ['Offboard'] })
})

it('keeps a document in memory for an account that must not be on disk, until it is signed out', () => {
  const plansOf = documents.define('plans.json', Plans)
  plansOf('demo').write({ names: ['Offboard'] })
  expect(existsSync(join(folder, 'plans.json'))).toBe(false)
  expect(plansOf('demo').read()).toEqual({ names: ['Offboard'] })
  documents.forget('demo')
  expect(plansOf('demo').read()).toEqual({ names: [] })
})

it('removes one account’s documents of every kind from memory, and no others', () => {
  const plansOf = documents.define('plans.json', Plans)
  const viewsOf = documents.define('directory-views.json', Plans)
  const [plans, views, others] = [plansOf('demo'), viewsOf('demo'), plansOf('b')]
  documents.forget('demo')
  expect(plansOf('demo')).not.toBe(plans)
  expect(viewsOf('demo')).not.toBe(views)
  expect(plansOf('b')).toBe(others)
})
