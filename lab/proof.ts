// Runs the long proofs at full count, removes every guard, runs the e2e tests that `npm test` skips, attacks the built app, uses
// it for 20 minutes, and writes the results to docs/proofs.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const target = join(import.meta.dirname, '../docs/proofs.md')

/** Returns a command’s output. Exits if the command fails. */
function runCommand(command: string): string {
  const { status, stdout } = spawnSync(command, {
    encoding: 'utf8',
    env: { ...process.env, LATCHKEY_PROOF: 'full', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: true,
  })
  process.stdout.write(stdout)
  if (status !== 0) process.exit(status ?? 1)
  return stdout
}

const commands = [
  'node scripts/testing-tools.ts',
  'vitest run --project proof',
  'node lab/index.ts guards',
  'electron-vite build --logLevel warn',
  'playwright test --config e2e/playwright.config.ts --project browser --grep @full',
  'node lab/index.ts attack',
  'node lab/index.ts soak',
]
const output = commands.map(runCommand).join('')
const results = [...output.matchAll(/^proof: (.*)$/gm)].map(([, line]) => `- ${line}`)
const { model } = cpus()[0]!
// This part is maintained by hand, because commands can’t report what isn’t proven yet.
const [notProven = ''] = /^## Not proven yet[\s\S]*/m.exec(readFileSync(target, 'utf8')) ?? []
writeFileSync(
  target,
  `# Proofs

Results of the latest \`npm run lab -- proof\`. \`npm run test:proof\` runs the same proofs with smaller counts.

Run on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${model.trim()}.

${results.join('\n')}

${notProven}`,
)
console.log(`Written to ${target}`)
