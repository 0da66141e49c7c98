import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findGlabTokens, glabConfigFiles } from './glab-tokens.ts'
import type { Surroundings } from './readable-token.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'latchkey-glab-'))))
afterEach(() => rmSync(home, { recursive: true }))

const defaultConfigFile = () => join(home, '.config/glab-cli/config.yml')
const here = (environment = {}): Surroundings => ({ home, environment, platform: 'linux' })

function write(text: string, file = defaultConfigFile()): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o600 })
}

const host = (name: string, ...lines: string[]) =>
  `hosts:\n    ${name}:\n${lines.map((line) => `        ${line}\n`).join('')}`

describe('glab’s configuration', () => {
  it.each([
    ['linux', {}, ['/home/maya/.config/glab-cli/config.yml']],
    [
      'linux',
      { XDG_CONFIG_HOME: '/etc/maya' },
      ['/home/maya/.config/glab-cli/config.yml', '/etc/maya/glab-cli/config.yml'],
    ],
    ['linux', { GLAB_CONFIG_DIR: '/work', XDG_CONFIG_HOME: '/etc/maya' }, ['/work/config.yml']],
    [
      'darwin',
      {},
      [
        '/home/maya/.config/glab-cli/config.yml',
        '/home/maya/Library/Application Support/glab-cli/config.yml',
      ],
    ],
  ] as const)("is read from glab's location on %s with %o", (platform, environment, files) => {
    expect(glabConfigFiles({ home: '/home/maya', environment, platform })).toEqual(files)
  })

  it("is read from glab's location on Windows", () => {
    const environment = { APPDATA: 'C:\\maya\\Roaming', LOCALAPPDATA: 'C:\\maya\\Local' }
    expect(glabConfigFiles({ home: 'C:\\maya', environment, platform: 'win32' })).toEqual([
      'C:\\maya\\.config\\glab-cli\\config.yml',
      'C:\\maya\\Local\\glab-cli\\config.yml',
      'C:\\maya\\Roaming\\glab-cli\\config.yml',
    ])
  })

  it('may be missing', async () => {
    expect(await findGlabTokens(here())).toEqual({
      tokens: [],
      unusable: [],
      inKeychain: [],
      places: ['~/.config/glab-cli/config.yml'],
    })
  })

  it('has a token for each host, along with its API URL', async () => {
    write(
      host('gitlab.com', 'api_protocol: https', 'api_host: gitlab.com', 'token: !!null glpat-one') +
        '    git.example.com:\n        token: glpat-two\n        api_host: api.example.com:8443\n' +
        '        user: maya\n    intern:\n        token: glpat-three\n        api_protocol: http\n',
    )
    const { tokens, unusable } = await findGlabTokens(here())
    const place = '~/.config/glab-cli/config.yml'
    const common = { source: 'glab', place, needsHttpConsent: false }
    expect(tokens.map(({ offer }) => offer)).toEqual([
      { ...common, baseUrl: 'https://gitlab.com' },
      { ...common, baseUrl: 'https://api.example.com:8443', username: 'maya' },
      { ...common, baseUrl: 'http://intern', needsHttpConsent: true },
    ])
    expect(unusable).toEqual([])
    expect(await Promise.all(tokens.map((token) => token.read()))).toEqual([
      'glpat-one',
      'glpat-two',
      'glpat-three',
    ])
  })

  it.each([
    ['oauth', ['token: gloas-x', 'is_oauth2: "true"', 'oauth2_refresh_token: y']],
    ['oauth', ['is_oauth2: true']],
    ['keychain', ['api_host: git.example.com']],
    ['keychain', ['token:', 'use_keyring: "true"']],
    ['job-token', ['job_token: glcbt-x']],
    ['malformed', ['token: two words']],
    ['malformed', ['token: "two\\nlines"']],
    ['malformed', [`token: ${'x'.repeat(2000)}`]],
    ['url', ['token: glpat-x', 'api_protocol: file']],
    ['url', ['token: glpat-x', 'api_host: maya@evil.example']],
  ])('rejects a host that can’t be used: %s', async (reason, lines) => {
    write(host('git.example.com', ...lines))
    const { tokens, unusable } = await findGlabTokens(here())
    expect(tokens).toEqual([])
    expect(unusable).toEqual([{ source: 'glab', name: 'git.example.com', reason }])
  })

  it('shows the real name of a look-alike host', async () => {
    write(host('gitlаb.com', 'token: glpat-x'))
    const { tokens } = await findGlabTokens(here())
    expect(tokens.map(({ offer }) => offer.baseUrl)).toEqual(['https://xn--gitlb-7ve.com'])
  })

  it('skips hosts without a token, as glab writes them initially', async () => {
    write(host('gitlab.com', 'api_host: gitlab.com', 'token:'))
    expect(await findGlabTokens(here())).toMatchObject({ tokens: [], unusable: [] })
  })

  it('is read through a link in GLAB_CONFIG_DIR, which is common with dotfiles', async () => {
    const dotfiles = join(home, 'dotfiles.yml')
    write(host('gitlab.com', 'token: glpat-linked'), dotfiles)
    mkdirSync(dirname(defaultConfigFile()), { recursive: true })
    symlinkSync(dotfiles, defaultConfigFile())
    expect((await findGlabTokens(here())).tokens).toHaveLength(1)
    write(host('one.example', 'token: glpat-a'), join(home, 'other/config.yml'))
    const { tokens } = await findGlabTokens(here({ GLAB_CONFIG_DIR: join(home, 'other') }))
    expect(tokens.map(({ offer }) => offer.baseUrl)).toEqual(['https://one.example'])
  })

  const reasonOf = async () => (await findGlabTokens(here())).problem?.reason

  it.skipIf(process.platform === 'win32')('is not opened unless it is a regular file', async () => {
    mkdirSync(defaultConfigFile(), { recursive: true })
    expect(await reasonOf()).toBe('not-a-file')
    rmSync(defaultConfigFile(), { recursive: true })
    symlinkSync('/dev/zero', defaultConfigFile())
    expect(await reasonOf()).toBe('not-a-file')
    rmSync(defaultConfigFile())
    // A named pipe that nothing is ever written to.
    execFileSync('mkfifo', [defaultConfigFile()])
    expect(await reasonOf()).toBe('not-a-file')
    rmSync(defaultConfigFile())
    symlinkSync(defaultConfigFile(), defaultConfigFile())
    expect(await reasonOf()).toBe('link-loop')
  })

  // Root can read every file.
  it.skipIf(process.getuid?.() === 0)(
    'is reported if its permissions prevent reading it',
    async () => {
      write('hosts: {}')
      chmodSync(defaultConfigFile(), 0)
      expect(await reasonOf()).toBe('no-permission')
    },
  )

  it.each([
    ['not-yaml', 'hosts: [\n'],
    ['not-yaml', '- a list\n'],
    ['not-yaml', '\u0000\u0001\u0002: ["'],
    [undefined, ''],
    [undefined, 'a: 1\n---\nhosts: {}\n'],
    [undefined, 'hosts:\n'],
    [undefined, 'hosts: none\n'],
  ])('is %s if it can’t be parsed', async (reason, text) => {
    write(text)
    expect(await reasonOf()).toBe(reason)
  })
})
