import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { project } from './config.ts'

interface Step {
  if?: string
  uses?: string
  run?: string
  env?: Record<string, string>
  with?: Record<string, unknown>
}
interface Workflow {
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

/** A job with steps, or one that calls another workflow of this project. */
interface Job {
  steps?: Step[]
  uses?: string
  secrets?: unknown
  'runs-on'?: string
  'timeout-minutes'?: number
  needs?: string | string[]
  permissions?: Record<string, string>
  strategy?: { matrix: Record<string, unknown>; 'fail-fast'?: boolean }
}

const folder = join(project, '.github/workflows')
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return [name, text, parse(text) as Workflow] as const
})
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps)
const ownWorkflow = /^\.\/\.github\/workflows\/([\w-]+\.yml)$/
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const workflowNamed = (name: string) => workflows.find(([file]) => file === name)![2]

/** The package.json scripts that a workflow or command runs. */
function scriptsIn(text: string): string[] {
  const scriptNames = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name!)
  return /\bnpm test\b/.test(text) ? [...scriptNames, 'test'] : scriptNames
}

describe.each(workflows)('%s', (name, text, workflow) => {
  it('pins every action to a commit, with its version in a comment', () => {
    const lines = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line))
    expect(lines).not.toEqual([])
    for (const line of lines)
      if (!ownWorkflow.test(line.split('uses: ')[1]!))
        expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('grants only read permission by default', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
  })

  it('doesn’t run untrusted code with the project’s secrets', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    if ('pull_request' in workflow.on) expect(text).not.toContain('secrets.')
  })

  it('doesn’t keep credentials in the checkout, and has timeouts', () => {
    // GitHub cancels jobs after six hours.
    const atMost = name === 'weekly.yml' ? 350 : 60
    for (const { uses, with: options } of stepsOf(workflow))
      if (uses?.startsWith('actions/checkout'))
        expect(options).toMatchObject({ 'persist-credentials': false })
    for (const job of Object.values(workflow.jobs))
      if (!job.uses) expect(job['timeout-minutes']).toBeLessThanOrEqual(atMost)
  })

  it('doesn’t interpolate expressions into commands', () => {
    for (const { run } of stepsOf(workflow)) expect(run ?? '').not.toContain('${{')
  })

  it('passes secrets only to packaging and signing', () => {
    for (const step of stepsOf(workflow))
      if (JSON.stringify(step).includes('secrets.'))
        expect(['npm run package', 'npm run release -- packages']).toContain(step.run)
  })

  it('defines valid jobs, steps, and dependencies', () => {
    expect(Object.keys(workflow.on)).not.toEqual([])
    for (const job of Object.values(workflow.jobs)) {
      for (const needed of [job.needs ?? []].flat())
        expect(Object.keys(workflow.jobs)).toContain(needed)
      if (job.uses) {
        const [, name] = ownWorkflow.exec(job.uses)!
        expect(Object.keys(workflowNamed(name!).on)).toContain('workflow_call')
        expect([job.steps, job.secrets]).toEqual([undefined, undefined])
        continue
      }
      expect(job['runs-on']).toMatch(/^(ubuntu-24\.04|\$\{\{ matrix\.system \}\})$/)
      for (const { run, uses } of job.steps!) expect([run, uses].filter(Boolean)).toHaveLength(1)
    }
  })

  it('runs existing npm scripts', () => {
    for (const name of scriptsIn(text)) expect(Object.keys(scripts)).toContain(name)
  })
})

describe('the desktop workflow', () => {
  const { desktop } = workflowNamed('desktop.yml').jobs
  const commands = desktop!.steps!.map(({ run }) => run)

  it('runs on three systems, even if one of them fails', () => {
    const { include, ...rest } = desktop!.strategy!.matrix
    const systems = (include as { system: string; app: string }[]).map(({ system }) => system)
    expect(systems.map((system) => system.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows'])
    expect(rest).toEqual({})
    expect(desktop!.strategy!['fail-fast']).toBe(false)
  })

  it('runs the e2e suite and the self-test of the packaged app', () => {
    const expectedSteps = [
      'npm ci',
      'npm run build',
      '$DISPLAY_COMMAND npm run e2e -- --project electron --workers 1',
      'npm run package -- --dir',
      '$DISPLAY_COMMAND $APP --self-test self-test.json',
    ]
    expect(commands.filter((command) => expectedSteps.includes(command ?? ''))).toEqual(
      expectedSteps,
    )
  })

  it('uses a virtual display on Linux', () => {
    const { include } = desktop!.strategy!.matrix
    expect(include).toContainEqual(expect.objectContaining({ display: 'xvfb-run -a' }))
  })

  it('keeps artifacts from failed runs', () => {
    const upload = desktop!.steps!.at(-1)!
    expect(upload).toMatchObject({ if: 'failure()' })
    expect(String(upload.with!.path).split('\n')).toEqual(
      expect.arrayContaining(['test-results', 'self-test.json']),
    )
  })
})

describe('the release workflow', () => {
  const { check, desktop, package: packaging, sign, draft } = workflowNamed('release.yml').jobs

  it('requires every check, including those with the real Electron', () => {
    expect(check!.uses).toBe('./.github/workflows/check.yml')
    expect(desktop!.uses).toBe('./.github/workflows/desktop.yml')
    expect(packaging!.needs).toEqual(['check', 'desktop'])
    const steps = workflowNamed('check.yml').jobs.check!.steps!
    expect(steps.map(({ run }) => run)).toEqual(
      expect.arrayContaining(['npm run check', 'npm run e2e']),
    )
  })

  it('signs unless configured otherwise', () => {
    const { env } = packaging!.steps!.find(({ run }) => run === 'npm run package')!
    expect(env!.LATCHKEY_SIGN).toBe("${{ vars.LATCHKEY_SIGN || 'required' }}")
  })

  it('passes the Azure Trusted Signing variables only to Windows packages', () => {
    const { env } = packaging!.steps!.find(({ run }) => run === 'npm run package')!
    const azure = Object.entries(env!).filter(([name]) => name.includes('AZURE'))
    expect(azure).toHaveLength(7)
    for (const [, value] of azure) expect(value).toMatch(/^\$\{\{ runner\.os == 'Windows' && /)
  })

  it('keeps the release key away from packaging and publishing', () => {
    for (const job of [packaging, draft])
      expect(JSON.stringify(job)).not.toContain('LATCHKEY_RELEASE_KEY')
    expect(sign!.permissions!.contents).toBe('read')
    expect(packaging!.permissions).toBeUndefined()
  })

  it('attests provenance after all files exist and before publishing', () => {
    const order = sign!.steps!.map(({ run, uses }) => run ?? uses!.split('@')[0])
    expect(order.slice(-3)).toEqual([
      'npm run release -- packages',
      'actions/attest-build-provenance',
      'actions/upload-artifact',
    ])
    expect(sign!.permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' })
    expect([sign!.needs, draft!.needs]).toEqual(['package', 'sign'])
  })

  it('relies on the check that builds the sources twice and compares the results', () => {
    const steps = workflowNamed('check.yml').jobs.check!.steps!
    expect(steps.map(({ run }) => run)).toContain('npm run reproducible')
  })
})

it('updates dependencies and actions with Dependabot', () => {
  const text = readFileSync(join(project, '.github/dependabot.yml'), 'utf8')
  const { version, updates } = parse(text) as {
    version: number
    updates: { 'package-ecosystem': string }[]
  }
  expect(version).toBe(2)
  const ecosystems = updates.map((update) => update['package-ecosystem'])
  expect(ecosystems).toEqual(['npm', 'github-actions'])
})

it('runs valid jobs on GitLab', () => {
  const text = readFileSync(join(project, '.gitlab-ci.yml'), 'utf8')
  const {
    stages,
    default: defaults,
    ...jobs
  } = parse(text) as Record<string, unknown> & {
    stages: string[]
  }
  expect(stages).toEqual(['check', 'package'])
  expect(defaults).toMatchObject({ before_script: expect.arrayContaining(['npm ci']) })
  expect(Object.keys(jobs)).toEqual(['check', 'desktop', 'package'])
  for (const job of Object.values(jobs) as { stage: string; timeout: string; script: string[] }[]) {
    expect(stages).toContain(job.stage)
    expect(job.timeout).toMatch(/^\d+ minutes$/)
    for (const line of job.script) expect(line).toBeTypeOf('string')
  }
  // GitLab’s containers run as root, where Chromium can’t create a sandbox, and have little shared memory.
  const selfTest =
    'xvfb-run -a dist/linux-unpacked/latchkey --no-sandbox --disable-dev-shm-usage --self-test self-test.json'
  expect((jobs.desktop as { script: string[] }).script.at(-1)).toBe(selfTest)
  const checks = ['check', 'format:check', 'e2e', 'test:proof', 'lab']
  const names = [...checks, 'build', 'e2e', 'package', 'package', 'release', 'test']
  expect(scriptsIn(text).sort()).toEqual(names.toSorted())
  for (const name of names) expect(Object.keys(scripts)).toContain(name)
  expect(jobs.desktop).toMatchObject({ artifacts: { when: 'on_failure' } })
})
