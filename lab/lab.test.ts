import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const project = join(import.meta.dirname, '..')

function lab(...options: string[]) {
  const program = join(import.meta.dirname, 'index.ts')
  return spawnSync(process.execPath, [program, ...options], { encoding: 'utf8' })
}

const namesIn = (list: string) => [...list.matchAll(/^ {2}(\w+) +\w/gm)].map(([, name]) => name!)
const overview = lab()
const names = namesIn(overview.stdout)

describe('npm run lab', () => {
  it('lists every experiment in the README, and no others', () => {
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
    const rows = [...readme.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(names).toEqual([
      'attack',
      'guards',
      'house',
      'mutants',
      'oracles',
      'path',
      'proof',
      'soak',
      'stress',
      'tours',
    ])
    expect(rows).toEqual(names)
    expect(overview.status).toBe(0)
  })

  it.each(['atack', 'constructor'])('rejects %s and lists the experiments', (name) => {
    const { status, stdout, stderr } = lab(name)
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain(`no "${name}"`)
    expect(namesIn(stderr)).toEqual(names)
  })

  it.each(names)('explains %s without running it', (name) => {
    const { status, stdout } = lab(name, '--help')
    expect(status).toBe(0)
    expect(stdout).toMatch(new RegExp(`^npm run lab -- ${name}( \\[options\\])?: `))
  })
})

describe('each experiment', () => {
  it.each([
    ['stress', '--only', 'load,laod'],
    ['guards', 'no-v-html', 'laod'],
  ])('rejects unknown names: %s', (...options) => {
    const { status, stderr } = lab(...options)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Unknown: laod\. Known: /)
  })

  const pages = globSync(
    ['README.md', '.gitlab-ci.yml', '.github/workflows/*.yml', '{docs,lab}/**/*.md'],
    { cwd: project },
  )
  const named = pages.flatMap((page) =>
    [...readFileSync(join(project, page), 'utf8').matchAll(/npm run lab -- ([a-z]\w*)/g)].map(
      ([, name]) => [name!, page] as const,
    ),
  )

  it('appears in docs and workflows', () => {
    expect(new Set(named.map(([, page]) => page))).toContain('.github/workflows/weekly.yml')
  })

  it.each(named)('exists for the name %s in %s', (name) => {
    expect(names).toContain(name)
  })

  it.each(['src/core', 'src/main', 'src/serve', 'src/renderer/ui', 'scripts', 'e2e', 'bench'])(
    'can’t be imported by %s',
    async (folder) => {
      const eslint = new ESLint({ cwd: project })
      const code = "import '../lab/attack/index.ts'\n"
      for (const file of ['attacked.ts', 'attacked.test.ts']) {
        const [result] = await eslint.lintText(code, { filePath: join(project, folder, file) })
        expect(result!.messages.map(({ ruleId }) => ruleId)).toContain(
          '@typescript-eslint/no-restricted-imports',
        )
      }
    },
  )
})
