import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** A way to modify a data folder between two starts. */
export interface DataAttack {
  name: string
  /** Modifies `folder`, which has been used before. `outside` is another folder that belongs to the same user. */
  damage(folder: string, outside: string): void
}

/** The documents and databases in a data folder. Missing ones are created. */
const documents = [
  'accounts.json',
  'settings.json',
  'desktop.json',
  'viewed-users.json',
  'accounts/*/directory-views.json',
  'accounts/*/ignored-attention.json',
  'accounts/*/recent-statuses.json',
]
const databases = ['accounts/*/jobs.db', 'accounts/*/directory.db', 'accounts/*/reads.db']

/** The path of a file in a data folder, with the signed-in account in place of the asterisk. */
function pathOf(folder: string, name: string): string {
  const account = readdirSync(join(folder, 'accounts'))[0]
  if (account === undefined) throw new Error('The data folder has no account.')
  return join(folder, name.replace('*', account))
}

const isRoot = process.geteuid?.() === 0

/** Every way to damage a data folder. */
export const dataAttacks: readonly DataAttack[] = [
  ...documents.flatMap((name) => damagedDocuments(name)),
  ...databases.flatMap((name) => damagedDatabases(name)),
  ...[
    'accounts.json',
    'settings.json',
    'lock.db',
    'logs',
    'accounts',
    'accounts/*',
    'accounts/*/jobs.db',
    'accounts/*/pictures',
  ].flatMap((name) => linkedFiles(name)),
  ...oddFolders(),
]

function attack(name: string, damage: DataAttack['damage']): DataAttack {
  return { name, damage }
}

function damagedDocuments(name: string): DataAttack[] {
  const contents: Record<string, string | Buffer> = {
    'cut in the middle': '{"accounts": [{"id": "a", "baseUr',
    'with wrong types':
      '{"accounts":{"0":1},"unfinished":"x","theme":{},"undoSeconds":-1e308,"views":7}',
    'with __proto__': '{"__proto__":{"accounts":[{"id":"evil"}]},"constructor":{"prototype":{}}}',
    'of 20 MB': `{"accounts":[${'{"id":"x","baseUrl":"http://x"},'.repeat(600_000)}{}]}`,
    '100,000 levels deep': '['.repeat(100_000),
    'of bytes': Buffer.from([0, 0xff, 0xfe, 0xc0, 0x80]),
  }
  return Object.entries(contents).map(([what, content]) =>
    attack(`${name} ${what}`, (folder) => writeFileSync(pathOf(folder, name), content)),
  )
}

function damagedDatabases(name: string): DataAttack[] {
  return [
    attack(`${name} with noise in its middle`, (folder) => {
      const path = pathOf(folder, name)
      const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(8_192)
      for (let at = 100; at < bytes.length; at += 97) bytes[at] = (at * 31) % 256
      writeFileSync(path, bytes)
    }),
    attack(`${name} cut in half`, (folder) => {
      const path = pathOf(folder, name)
      appendFileSync(path, 'SQLite format 3\0')
      truncateSync(path, readFileSync(path).length >> 1)
    }),
    attack(`${name} as text`, (folder) =>
      writeFileSync(pathOf(folder, name), 'SQLite format 3? No.'),
    ),
    attack(`${name} with a log of noise`, (folder) => {
      appendFileSync(pathOf(folder, `${name}-wal`), Buffer.alloc(100_000, 0x37))
    }),
  ]
}

function linkedFiles(name: string): DataAttack[] {
  const replaceWith = (folder: string, target: string) => {
    const path = pathOf(folder, name)
    if (existsSync(path)) renameSync(path, `${path}.before`)
    symlinkSync(target, path)
  }
  return [
    attack(`${name} as a link to another user’s file`, (folder, outside) => {
      replaceWith(folder, join(outside, 'precious.txt'))
    }),
    attack(`${name} as a link to nothing`, (folder) => replaceWith(folder, '/nowhere/at/all')),
    attack(`${name} as a link to itself`, (folder) => replaceWith(folder, name)),
    attack(`${name} as a link to a world-readable file`, (folder, outside) => {
      replaceWith(folder, join(outside, 'public.txt'))
    }),
  ]
}

function oddFolders(): DataAttack[] {
  const replaced = (name: string, make: (path: string) => void) =>
    attack(name, (folder) => {
      const path = pathOf(folder, name.split(' ')[0]!)
      if (existsSync(path)) renameSync(path, `${path}.before`)
      make(path)
    })
  return [
    ...['settings.json', 'accounts.json', 'accounts/*/jobs.db'].map((name) =>
      replaced(`${name} as a named pipe`, (path) => execFileSync('mkfifo', [path])),
    ),
    replaced('accounts.json as a folder', (path) => mkdirSync(path)),
    replaced('settings.json as a folder', (path) => mkdirSync(path)),
    replaced('logs as a file', (path) => writeFileSync(path, '')),
    attack('world-readable files', (folder) => {
      chmodSync(folder, 0o777)
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o777)
    }),
    attack('10,000 other files', (folder) => {
      for (let nth = 0; nth < 10_000; nth += 1) writeFileSync(join(folder, `x${nth}`), '')
    }),
    attack('a foreign hand-over page', (folder) => {
      writeFileSync(join(folder, 'open-latchkey.html'), '<meta http-equiv="refresh" content="0">')
    }),
    ...(isRoot
      ? [
          attack('a folder of another user', (folder) => chownSync(folder, 65_534, 65_534)),
          attack('accounts of another user', (folder) =>
            chownSync(join(folder, 'accounts.json'), 65_534, 65_534),
          ),
        ]
      : []),
  ]
}
