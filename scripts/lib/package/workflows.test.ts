import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { project } from './config.ts'

interface Step {
  uses?: string
  run?: string
  env?: Record<string, string>
  with?: Record<string, unknown>
}
interface Workflow {
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<string, { steps: Step[]; 'timeout-minutes': number }>
}

const folder = join(project, '.github/workflows')
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return [name, text, parse(text) as Workflow] as const
})
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps)
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** The scripts of package.json that a text runs. */
function scriptsIn(text: string): string[] {
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name!)
  return /\bnpm test\b/.test(text) ? [...named, 'test'] : named
}

describe.each(workflows)('%s', (_name, text, workflow) => {
  it('names every action by its commit, and says which version that is', () => {
    const lines = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line))
    expect(lines).not.toEqual([])
    for (const line of lines)
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('may read, and nothing else, unless a job asks for more', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
  })

  it('does not run the code of others with our secrets', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    if ('pull_request' in workflow.on) expect(text).not.toContain('secrets.')
  })

  it('leaves no credentials in the checkout, and comes to an end', () => {
    for (const { uses, with: options } of stepsOf(workflow))
      if (uses?.startsWith('actions/checkout'))
        expect(options).toMatchObject({ 'persist-credentials': false })
    for (const job of Object.values(workflow.jobs))
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  })

  it('puts nothing into a command that is not written there', () => {
    for (const { run } of stepsOf(workflow)) expect(run ?? '').not.toContain('${{')
  })

  it('gives secrets to packaging alone', () => {
    for (const step of stepsOf(workflow))
      if (JSON.stringify(step).includes('secrets.')) expect(step.run).toBe('npm run package')
  })

  it('runs what there is', () => {
    for (const name of scriptsIn(text)) expect(Object.keys(scripts)).toContain(name)
  })
})

it('GitLab runs what there is', () => {
  const text = readFileSync(join(project, '.gitlab-ci.yml'), 'utf8')
  expect(parse(text)).toMatchObject({ stages: ['check', 'package'], check: {}, package: {} })
  expect(scriptsIn(text)).toEqual(['package', 'test'])
  for (const name of scriptsIn(text)) expect(Object.keys(scripts)).toContain(name)
})
