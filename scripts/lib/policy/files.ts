import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { project } from '../package/config.ts'
import { adml, admx } from './group-policy.ts'
import { type PolicyEntry, policyEntries, policySchema } from './keys.ts'
import { mobileConfig } from './profile.ts'

const guide = 'docs/administrators.md'
const [start, end] = [
  '<!-- Keys, written by "npm run policy:files" -->',
  '<!-- End of the keys -->',
]

/** The files for administrators by path, generated from the policy’s schema. */
export async function policyFiles(): Promise<Record<string, string>> {
  const entries = policyEntries()
  const schema = { title: 'A policy of Latchkey', ...policySchema() }
  return {
    'resources/policies/latchkey.admx': admx(entries),
    'resources/policies/en-US/latchkey.adml': adml(entries),
    'resources/policies/latchkey.mobileconfig': mobileConfig(entries),
    ...(await formatted('resources/policies/policy.schema.json', JSON.stringify(schema))),
    ...(await formatted(guide, guideWith(entries))),
  }
}

async function formatted(path: string, text: string): Promise<Record<string, string>> {
  const filepath = join(project, path)
  return { [path]: await format(text, { ...(await resolveConfig(filepath)), filepath }) }
}

/** The guide for administrators with the current keys. */
function guideWith(entries: readonly PolicyEntry[]): string {
  const page = readFileSync(join(project, guide), 'utf8')
  const [before, rest] = page.split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`${guide} has no place for the keys.`)
  const rows = entries.map(
    ({ name, description, example }) =>
      `| \`${name}\` | ${description} | \`${JSON.stringify(example)}\` |`,
  )
  const table = ['| Key | Effect | Example |', '| --- | --- | --- |', ...rows].join('\n')
  return `${before}${start}\n\n${table}\n\n${end}${after}`
}
