import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { AccountFolders, accountFiles } from './account-folders.ts'
import { testFolder } from '../testing/folder.ts'

let dataFolder: string
let onDisk: string[]
let folders: AccountFolders
let keptFolders: string[]
beforeEach(() => {
  dataFolder = testFolder()
  onDisk = ['a', 'b']
  keptFolders = []
  folders = started()
  for (const account of onDisk) writeFileSync(folders.path(account, accountFiles.reads)!, account)
})

const started = () =>
  new AccountFolders({
    dataFolder,
    isOnDisk: (account) => onDisk.includes(account),
    archiveAuditLog: (folder, { actor }) => keptFolders.push(`${actor.username} ${folder}`),
    log: (message) => expect.fail(message),
  })
const folderNames = () => readdirSync(join(dataFolder, 'accounts')).toSorted()

describe('AccountFolders', () => {
  it("deletes an account's folder at sign-out and keeps the others", () => {
    folders.beginSignOut('a', {})
    onDisk = ['b']
    folders.remove('a', {})
    expect(folderNames()).toEqual(['b'])
  })

  it('deletes the folder at the next start if the process ended right after sign-out', () => {
    folders.beginSignOut('a', {})
    onDisk = ['b']
    started().finishSignOuts(['b'])
    expect(folderNames()).toEqual(['b'])
  })

  it.each(['right away', 'at the next start'])(
    'archives the audit log before deleting the folder %s',
    (when) => {
      const archivedLogOf = {
        baseUrl: 'https://gitlab.example.com',
        actor: { id: 1, username: 'ines' },
      }
      folders.beginSignOut('a', { archivedLogOf })
      onDisk = ['b']
      if (when === 'right away') folders.remove('a', { archivedLogOf })
      else started().finishSignOuts(['b'])
      expect(keptFolders).toEqual([`ines ${join(dataFolder, 'accounts', 'a')}`])
      expect(folderNames()).toEqual(['b'])
    },
  )

  it('keeps the folder until its audit log can be archived', () => {
    const archivedLogOf = {
      baseUrl: 'https://gitlab.example.com',
      actor: { id: 1, username: 'ines' },
    }
    const full = new AccountFolders({
      dataFolder,
      isOnDisk: (account) => onDisk.includes(account),
      archiveAuditLog: () => expect.fail('The disk is full.'),
      log: () => undefined,
    })
    full.beginSignOut('a', { archivedLogOf })
    onDisk = ['b']
    expect(() => full.remove('a', { archivedLogOf })).toThrow('full')
    full.finishSignOuts(['b'])
    expect(folderNames()).toEqual(['a', 'a.leaving', 'b'])
    started().finishSignOuts(['b'])
    expect(folderNames()).toEqual(['b'])
  })

  it('finishes an interrupted deletion at the next start', () => {
    mkdirSync(join(dataFolder, 'accounts', 'c.deleted', 'pictures'), { recursive: true })
    started().finishSignOuts(['a', 'b'])
    expect(folderNames()).toEqual(['a', 'b'])
  })

  it('deletes the folder even if part of an earlier one could not be deleted', () => {
    mkdirSync(join(dataFolder, 'accounts', 'a.deleted', 'pictures'), { recursive: true })
    folders.beginSignOut('a', {})
    onDisk = ['b']
    folders.remove('a', {})
    expect(folderNames()).toEqual(['b'])
  })

  it('signs out an account that has no folder', () => {
    onDisk = ['b', 'c']
    folders.beginSignOut('c', {})
    expect(folderNames()).toEqual(['a', 'b', 'c.leaving'])
    folders.remove('c', {})
    expect(folderNames()).toEqual(['a', 'b'])
  })

  it('keeps the folder if the process ended before the account was signed out', () => {
    folders.beginSignOut('a', {})
    started().finishSignOuts(['a', 'b'])
    expect(folderNames()).toEqual(['a', 'b'])
  })

  it('keeps the folder of an unknown account that was not signed out', () => {
    started().finishSignOuts(['b'])
    expect(folderNames()).toEqual(['a', 'b'])
  })

  it('keeps the folder after a failed sign-out', () => {
    folders.beginSignOut('a', {})
    folders.cancelSignOut('a')
    onDisk = []
    started().finishSignOuts([])
    expect(folderNames()).toEqual(['a', 'b'])
  })

  it("doesn't create a folder for a signed-out account", () => {
    onDisk = []
    rmSync(join(dataFolder, 'accounts'), { recursive: true })
    expect(folders.path('a', accountFiles.reads)).toBeUndefined()
    expect(existsSync(join(dataFolder, 'accounts'))).toBe(false)
  })

  it.each(['..', '../settings', 'a/b', 'A', ''])(
    'keeps the folder for the ID %j inside the accounts folder',
    (id) => {
      onDisk = [id]
      folders.path(id, accountFiles.reads)
      expect(folderNames().filter((name) => /^[0-9a-f]{64}$/.test(name))).toHaveLength(1)
      expect(readdirSync(dataFolder)).toEqual(['accounts'])
    },
  )
})
