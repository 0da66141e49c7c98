// Runs the long proofs at full count, takes every guard out, runs the e2e tests that `npm test` leaves out, attacks what
// was built, works with it for 20 minutes, and writes the results to docs/proofs.md.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

const target = join(import.meta.dirname, '../docs/proofs.md')

/** What a command prints; ends this one where it fails. */
function printed(command: string): string {
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
const output = commands.map(printed).join('')
const results = [...output.matchAll(/^proof: (.*)$/gm)].map(([, line]) => `- ${line}`)
const { model } = cpus()[0]!
writeFileSync(
  target,
  `# Proofs

What \`npm run lab -- proof\` found last. \`npm run test:proof\` runs the same proofs at a smaller count.

Run on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${model.trim()}.

${results.join('\n')}

## Not proven yet

Each of these needs Electron itself, other systems or a CI service. It counts as proven once the named job has passed.

- The adapter: that Electron sends a write once and survives odd answers, as [HTTP in Electron](decisions/http-in-electron.md) says. Its
  suite has run over a fake (job \`electron\` of the workflow _Check_).
- The desktop app: that the e2e suite passes in its window on Linux, macOS and Windows (workflow _Desktop_).
- The self-test: that it passes in the packaged app. Its logic has run against a fake (workflow _Desktop_, GitLab's job \`desktop\`).
- Packaging: that the packages are made, start and update on the three systems, for example the AppImage without \`libfuse2\` and the deb
  with its AppArmor profile (workflow _Release_, and a person who tries its draft).
- The soak over 8 hours: that memory doesn't grow by more than 1 MiB an hour. The workflow _Weekly_ has five hours; a machine of your own
  shows it with \`npm run lab -- soak --hours 8\`.
- The workflows: that they run. Tests check their syntax, the commits of their actions and the scripts that they name.
`,
)
console.log(`Written to ${target}`)
