// npm run policy:files: writes the files for administrators from the policy’s schema.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { project } from './lib/package/config.ts'
import { policyFiles } from './lib/policy/files.ts'

for (const [path, text] of Object.entries(await policyFiles())) {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
