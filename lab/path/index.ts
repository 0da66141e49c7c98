// npm run lab -- path [OPERATION…]: which functions of Latchkey one call executes.
import { parseArgs } from 'node:util'
import { executedFunctions } from './coverage.ts'
import { startScenarios } from './scenarios.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})

const { scenarios, stop } = await startScenarios()
for (const [name, call] of Object.entries(scenarios)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  // The first call loads modules and builds what is kept.
  await call()
  const functions = await executedFunctions(call)
  const files = new Set(functions.map(({ file }) => file))
  console.log(`${name.padEnd(10)}${functions.length} functions in ${files.size} files`)
  if (!values.list) continue
  for (const file of [...files].sort()) {
    const names = functions.filter((one) => one.file === file).map((one) => one.name)
    console.log(`  ${file}: ${names.join(', ')}`)
  }
}
await stop()
process.exit()
