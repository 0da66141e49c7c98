import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { textOf } from '../messages.ts'
import { checkPolicy } from './check-policy.ts'
import {
  type RunSystemProgram,
  fileSource,
  policySources,
  preferencesSource,
  registrySource,
} from './policy-sources.ts'
import { noPolicy } from './policy.ts'
import { readPolicy } from './read-policy.ts'

/** The valid keys, and the problems as text. */
function check(values: Record<string, unknown>) {
  const checked = checkPolicy(values)
  return {
    values: checked.values,
    problems: Object.fromEntries(checked.problems.map(({ key, reason }) => [key, textOf(reason)])),
  }
}

const url = 'https://git.example'

describe('policy with mistakes', () => {
  it.each<[string, unknown, string]>([
    ['organisation', 'Example', 'This version doesn’t know this key.'],
    ['organization', '', 'It must have at least 1 character.'],
    ['organization', 'x'.repeat(81), 'It must have at most 80 characters.'],
    ['organization', 7, 'It must be text.'],
    ['organization', null, 'It must be text.'],
    ['organization', { length: { valueOf: 1 } }, 'It must be text.'],
    ['onlyTheseInstances', 'yes', 'It must be true or false.'],
    ['onlyTheseInstances', 1, 'It must be true or false.'],
    ['lockAfterMinutes', 0, 'It must be at least 1.'],
    ['lockAfterMinutes', 61, 'It must be at most 60.'],
    ['lockAfterMinutes', 1.5, 'It must be a whole number.'],
    ['lockAfterMinutes', '15', 'It must be a whole number.'],
    ['updates', 'on', 'This value isn’t valid.'],
    ['updates', { channel: 'stable', extra: 1 }, 'This value isn’t valid.'],
    ['disabledFeatures', 'sudo', 'It must be a list.'],
    ['instances', {}, 'It must be a list.'],
  ])('leaves out %s: %j', (key, value, problem) => {
    expect(check({ [key]: value, tokenMaxDays: 30 })).toEqual({
      values: { tokenMaxDays: 30 },
      problems: { [key]: problem },
    })
  })

  it('leaves out only the invalid entries of a list', () => {
    const { values, problems } = check({ disabledFeatures: ['sudo', 'fly', 'bulk', 7] })
    expect(values).toEqual({ disabledFeatures: ['sudo', 'bulk'] })
    expect(problems).toEqual({
      'disabledFeatures.1': expect.stringMatching(/^It must be one of: impersonation, sudo, /),
      'disabledFeatures.3': expect.stringMatching(/^It must be one of/),
    })
  })

  it('leaves out only the invalid instances, and only the unknown keys of the others', () => {
    const instances = [
      { url, color: 'red' },
      { url: 'http://git.example' },
      { url, scopes: [] },
      { name: 'No URL' },
      url,
      { url: 'https://other.example', name: 'Other' },
    ]
    expect(check({ instances })).toEqual({
      values: { instances: [{ url }, { url: 'https://other.example', name: 'Other' }] },
      problems: {
        'instances.0.color': 'This version doesn’t know this key.',
        'instances.1.url': 'It must be a URL that begins with https://.',
        'instances.2.scopes': 'It must have at least 1 entry.',
        'instances.3.url': 'It must be text.',
        'instances.4': 'It must be an object.',
      },
    })
  })
})

describe('source of a policy', () => {
  it('is a place that only administrators can write to', () => {
    const paths = (platform: NodeJS.Platform) => policySources(platform).map(({ path }) => path)
    expect(paths('linux')).toEqual(['/etc/latchkey/policy.json'])
    expect(paths('win32')).toEqual(['HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Latchkey'])
    expect(paths('darwin')).toEqual([
      '/Library/Managed Preferences/io.latchkey.Latchkey.plist',
      expect.stringMatching(
        /^\/Library\/Managed Preferences\/[^/]+\/io\.latchkey\.Latchkey\.plist$/,
      ),
    ])
  })

  it('is optional', async () => {
    const missing = join(testFolder(), 'latchkey/policy.json')
    expect(await readPolicy([fileSource(missing)])).toEqual(noPolicy)
  })

  it('is the first that exists, as a whole', async () => {
    const source = (path: string, values: unknown) => ({
      path,
      read: async () => ({ bytes: Buffer.from(''), values }),
    })
    const missing = { path: 'missing', read: async () => undefined }
    const sources = [
      missing,
      source('first', { updates: 'off' }),
      source('next', { tokenMaxDays: 1 }),
    ]
    expect(await readPolicy(sources)).toMatchObject({
      values: { updates: 'off' },
      source: { path: 'first' },
    })
    expect(await readPolicy([missing, source('first', 7), ...sources])).toMatchObject({
      values: {},
      source: { path: 'first' },
      unreadable: expect.anything(),
    })
  })

  it('reports an unexpected error as a policy that can’t be read', async () => {
    const read = () => Promise.reject(new Error('unexpected'))
    const { unreadable } = await readPolicy([{ path: 'broken', read }])
    expect(textOf(unreadable!)).toBe('broken couldn’t be read.')
  })
})

type Output = Awaited<ReturnType<RunSystemProgram>>

const output = (exitCode: number, text: string | Buffer = ''): Output => ({
  exitCode,
  stdout: Buffer.from(text),
})

const key = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Latchkey'

// Windows prints to a file or pipe in its OEM code page, with CRLF.
const registry = (...lines: string[]) => ['', key, ...lines, '', ''].join('\r\n')

/** Reads a policy from recorded output of `reg.exe`. */
async function readRegistry(policy: Output, policies = output(0, `\r\n${key}\r\n`)) {
  const calls: string[] = []
  const run: RunSystemProgram = async (program, args) => {
    calls.push([program, ...args].join(' '))
    return args.includes('/s') ? policy : policies
  }
  return {
    policy: await readPolicy([registrySource(run, 'C:\\Windows\\System32\\reg.exe')]),
    calls,
  }
}

describe('registry', () => {
  it('has values of all types that a group policy writes', async () => {
    const text = registry(
      '    organization    REG_SZ    Example    Inc',
      '    instances    REG_MULTI_SZ    {"url":"https://git.example","caFile":"\\\\0"}^{"url":"https://b.example"}',
      '    onlyTheseInstances    REG_DWORD    0x1',
      '    requireKeychain    REG_DWORD    0x0',
      '    updates    REG_SZ    {"channel":"beta"}',
      '    disabledFeatures    REG_MULTI_SZ    sudo^bulk',
      '    lockAfterMinutes    REG_DWORD    0xf',
      '    tokenMaxDays    REG_DWORD    0x1',
      '    auditLogFolder    REG_SZ    C:\\Logs',
    )
    const { policy, calls } = await readRegistry(output(0, text))
    expect(policy).toMatchObject({
      values: {
        organization: 'Example    Inc',
        onlyTheseInstances: true,
        requireKeychain: false,
        updates: { channel: 'beta' },
        disabledFeatures: ['sudo', 'bulk'],
        lockAfterMinutes: 15,
        tokenMaxDays: 1,
        auditLogFolder: 'C:\\Logs',
      },
      source: { path: key, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(policy.values.instances?.map((instance) => instance.url)).toEqual([
      'https://git.example',
      'https://b.example',
    ])
    expect(calls).toEqual([`C:\\Windows\\System32\\reg.exe query ${key} /s /se ^ /reg:64`])
  })

  it('has no policy if the key is missing, in any language', async () => {
    const others = '\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft\r\n'
    const { policy, calls } = await readRegistry(output(1), output(0, others))
    expect(policy).toEqual(noPolicy)
    expect(calls).toHaveLength(2)
  })

  it('has an empty policy if the key has no values', async () => {
    expect((await readRegistry(output(0, '\r\n'))).policy).toMatchObject({
      values: {},
      source: { path: key },
      problems: [],
    })
  })

  it.each<[string, Output, Output]>([
    ['the key exists but is denied', output(1), output(0, `${key.toUpperCase()}\r\n`)],
    ['no key can be read', output(1), output(1)],
    ['reg.exe is missing', { ...output(0), exitCode: undefined, problem: 'absent' }, output(1)],
    ['it takes too long', { stdout: Buffer.alloc(0), problem: 'timeout' }, output(0)],
    ['it is longer than any policy', { stdout: Buffer.alloc(0), problem: 'too-much' }, output(0)],
  ] as [string, Output, Output][])('can’t be read if %s', async (_, policy, policies) => {
    const { unreadable } = (await readRegistry(policy, policies)).policy
    expect(textOf(unreadable ?? 'It was read.')).toBe(`${key} couldn’t be read from the registry.`)
  })

  it('reports values in a code page, of other types, and in subkeys', async () => {
    const lines = [
      '    (Standard)    REG_SZ    x',
      '    organization    REG_SZ    M\xfcller',
      '    auditLogFolder    REG_EXPAND_SZ    %ProgramData%\\Logs',
      '    tokenMaxDays    REG_DWORD    0x10',
      '',
      `${key}\\Nested`,
      '    updates    REG_SZ    off',
    ]
    const { policy } = await readRegistry(output(0, Buffer.from(registry(...lines), 'latin1')))
    expect(policy.values).toEqual({ tokenMaxDays: 16 })
    expect(policy.problems.map(({ key, reason }) => [key, textOf(reason)])).toEqual([
      ['(Standard)', 'This version doesn’t know this key.'],
      ['organization', expect.stringContaining('as in JSON: "M\\u00fcller"')],
      ['auditLogFolder', 'It must be text.'],
      ['Nested\\updates', 'This version doesn’t know this key.'],
    ])
  })

  it('has characters outside ASCII as JSON', async () => {
    const text = registry('    organization    REG_SZ    "M\\u00fcller"')
    expect((await readRegistry(output(0, text))).policy.values).toEqual({ organization: 'Müller' })
  })

  it('has JSON of any depth', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const { policy } = await readRegistry(
      output(
        0,
        registry(`    updates    REG_SZ    ${deep}`, '    tokenMaxDays    REG_DWORD    0x1'),
      ),
    )
    expect(policy).toMatchObject({ values: { tokenMaxDays: 1 }, problems: [{ key: 'updates' }] })
  })
})

// Only root can create a file of root.
describe.runIf(process.geteuid?.() === 0)('preferences', () => {
  async function readPreferences(converted: Output) {
    const path = join(testFolder(), 'user/io.latchkey.Latchkey.plist')
    mkdirSync(join(path, '..'), 0o755)
    writeFileSync(path, 'bplist00')
    const calls: string[] = []
    const policy = await readPolicy([
      preferencesSource(path, async (program, args) => {
        calls.push([program, ...args].join(' '))
        return converted
      }),
    ])
    return { policy, calls, path }
  }

  it('has the values of a profile', async () => {
    const json =
      '{"organization":"Müller","onlyTheseInstances":true,"instances":[{"url":"https:\\/\\/git.example"}],"lockAfterMinutes":5}'
    const { policy, calls, path } = await readPreferences(output(0, json))
    expect(policy).toMatchObject({
      values: {
        organization: 'Müller',
        onlyTheseInstances: true,
        instances: [{ url }],
        lockAfterMinutes: 5,
      },
      problems: [],
      // Of the file itself.
      source: { path, hash: createHash('sha256').update('bplist00').digest('hex') },
    })
    expect(calls).toEqual([`/usr/bin/plutil -convert json -o - ${path}`])
  })

  it('ignores keys that describe the profile', async () => {
    const json = '{"PayloadUUID":"x","PayloadVersion":1,"updates":"off"}'
    const { policy } = await readPreferences(output(0, json))
    expect(policy).toMatchObject({ values: { updates: 'off' }, problems: [] })
  })

  it('may be empty', async () => {
    expect((await readPreferences(output(0, '{}'))).policy).toMatchObject({
      values: {},
      problems: [],
    })
  })

  it.each<[string, Output, string]>([
    ['contain a date', output(1, ''), 'contains values that macOS can’t convert.'],
    ['are not an object', output(0, '["off"]'), 'doesn’t contain a JSON object.'],
    ['are cut off', output(0, '{"updates":'), 'isn’t valid JSON in UTF-8.'],
  ])('can’t be read if they %s', async (_, converted, problem) => {
    const { policy, path } = await readPreferences(converted)
    expect(policy.values).toEqual({})
    expect(textOf(policy.unreadable!)).toBe(`${path} ${problem}`)
  })
})
