import '../../testing/messages.ts'
import { expect, it } from 'vitest'
import type { Identity } from '../../../shared/operations/identities.ts'
import type { IdentityTableRow } from '../../../shared/operations/repositories.ts'
import { identityEntries } from './identity-table.ts'

const row = (
  id: string,
  where: IdentityTableRow['where'],
  others: Partial<IdentityTableRow> = {},
): IdentityTableRow => ({
  id,
  where,
  isMadeByLatchkey: false,
  file: `~/${id}`,
  readFrom: { file: '~/.gitconfig', line: 4 },
  conflicts: [],
  ...others,
})
const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')

it('lists each file once, with every place that Git reads it from', () => {
  const file = '~/.config/git/latchkey/git.example-ada.gitconfig'
  const own = { file, isMadeByLatchkey: true }
  const identity: Identity = {
    id: 'git.example-ada',
    instance: 'https://git.example',
    username: 'ada',
    scope: 'folders',
    folders: ['~/work', '~/other'],
    name: 'Ada',
    email: 'ada@example.com',
    signs: false,
  }
  const rows = [
    row('a', { kind: 'folder', folder: '~/work' }, own),
    row('b', { kind: 'folder', folder: '~/other' }, { ...own, readFrom: { file: '~/.gitconfig' } }),
    row('c', { kind: 'condition', condition: 'onbranch:main' }),
  ]
  const unused = { ...identity, id: 'git.example-bo', username: 'bo' }
  const entries = identityEntries(rows, [identity, unused])
  expect(entries.map(({ where }) => plain(where))).toEqual([
    'In ~/work and ~/other',
    'In repositories that match onbranch:main',
    'Not in use',
  ])
  expect(entries[0]!.origins).toEqual([`~/.gitconfig:4 → ${file}`, `~/.gitconfig → ${file}`])
  expect(entries.map((entry) => entry.identity)).toEqual([identity, undefined, unused])
})

it('shows which identity wins and why', () => {
  const work = { kind: 'folder', folder: '~/work' } as const
  const host = { kind: 'host', host: 'git.example' } as const
  const rows = [
    row('a', work, { conflicts: [{ with: 'b', wins: false, isSure: false }] }),
    row('b', host, { conflicts: [{ with: 'a', wins: true, isSure: false }] }),
    row('c', work, { conflicts: [{ with: 'd', wins: false, isSure: true }] }),
  ]
  rows.push(row('d', work, { conflicts: [{ with: 'c', wins: true, isSure: true }] }))
  expect(identityEntries(rows, []).map(({ conflicts }) => conflicts.map(plain))).toEqual([
    ['If both apply, “In repositories of git.example” wins: Git reads it later.'],
    [],
    ['Where both apply, “In ~/work” wins: Git reads it later.'],
    [],
  ])
})

it('ignores an exception to a global identity, unless it has no effect', () => {
  const conflict = (id: string, wins: boolean) => ({
    conflicts: [{ with: id, wins, isSure: true }],
  })
  const everywhere = { kind: 'everywhere' } as const
  const work = { kind: 'folder', folder: '~/work' } as const
  const exception = [
    row('a', everywhere, conflict('b', false)),
    row('b', work, conflict('a', true)),
  ]
  expect(identityEntries(exception, []).flatMap(({ conflicts }) => conflicts)).toEqual([])
  const useless = [row('a', work, conflict('b', false)), row('b', everywhere, conflict('a', true))]
  expect(identityEntries(useless, []).map(({ conflicts }) => conflicts.map(plain))).toEqual([
    ['Where both apply, “In all repositories” wins: Git reads it later.'],
    [],
  ])
})
