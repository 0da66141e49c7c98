// npm run lab -- NAME: proves and attacks Latchkey from outside. Lists the experiments if no name is given; see
// README.md.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

interface Experiment {
  summary: string
  options?: string
  /** Whether it requires the output of `npm run build`. */
  needsBuild?: true
  run: () => Promise<unknown>
}

const experiments: Record<string, Experiment> = {
  attack: {
    summary: 'attacks the built browser host from outside and lists what got in',
    options: '--quick           a few attacks of each kind',
    needsBuild: true,
    run: () => import('./attack/index.ts'),
  },
  guards: {
    summary: 'takes out each guard against an attack and checks that its test fails',
    options: 'ID…               only these guards',
    run: () => import('./guards/index.ts'),
  },
  house: {
    summary: 'measures the code: lines, longest files and functions, import cycles',
    run: () => import('./house/index.ts'),
  },
  mutants: {
    summary: 'puts small faults into the code and lists those that no test notices',
    options: `FOLDER…            folders of src/core and src/shared
  --tests FOLDER    whose tests to run, those of the same folders by default; may be repeated
  --percent N       only a sample of the faults
  --seed S          which sample, 1 by default`,
    run: () => import('./mutants/index.ts'),
  },
  oracles: {
    summary: 'compares what Latchkey says about computers with what git, ssh, and gpg do',
    options: `--count N         how many synthetic computers, 100 by default
  --seed S          the seed of all of them
  --from K          the number of the first one`,
    run: () => import('./oracles/index.ts'),
  },
  path: {
    summary: 'counts the functions that one call of an operation passes',
    options: `OPERATION…         some of status, block, import, rotation, identity
  --list            also names the functions`,
    run: () => import('./path/index.ts'),
  },
  proof: {
    summary: 'runs all proofs in full and writes docs/proofs.md',
    run: () => import('./proof.ts'),
  },
  soak: {
    summary: 'uses the built browser host for a long time and checks what grows',
    options: `--minutes N       how long, 20 by default
  --hours N         the same in hours
  --pause MS        the pause between two calls of an account, 500 by default`,
    needsBuild: true,
    run: () => import('./soak/index.ts'),
  },
  stress: {
    summary: 'runs the tests on a busy machine and at awkward times and places',
    options: `--only PARTS      some of load,e2e,times
  --rounds N        how often under load, 1 by default
  --loops N         busy loops beside the tests
  --seed N          the order of the test files`,
    run: () => import('./stress/index.ts'),
  },
  tours: {
    summary: 'takes screenshots of every screen in every state, and those in docs',
    options: `PART…             self-service, administration, empty, offline; languages only if named`,
    needsBuild: true,
    run: () => import('./tours/index.ts'),
  },
}

// Experiments parse their own options.
const [name] = process.argv.splice(2, 1)
const experiment = name !== undefined && Object.hasOwn(experiments, name) && experiments[name]

if (!name || name === '--help') {
  console.log(overview())
} else if (!experiment) {
  console.error(`The lab has no "${name}".\n\n${overview()}`)
  process.exitCode = 1
} else if (process.argv.includes('--help')) {
  const { summary, options } = experiment
  const usage = `npm run lab -- ${name}${options ? ' [options]' : ''}`
  console.log([`${usage}: ${summary}`, ...(options ? [`  ${options}`] : [])].join('\n'))
} else if (experiment.needsBuild && !isBuilt()) {
  console.error(`${name} needs what "npm run build" makes. Run that first.`)
  process.exitCode = 1
} else {
  await experiment.run()
}

function overview(): string {
  const lines = Object.entries(experiments).map(
    ([name, { summary }]) => `  ${name.padEnd(8)}${summary}`,
  )
  return [
    'npm run lab -- NAME [options]',
    ...lines,
    'NAME --help lists its options; lab/README.md says how long each takes.',
  ].join('\n')
}

function isBuilt(): boolean {
  return existsSync(join(import.meta.dirname, '../out/main/serve.js'))
}
