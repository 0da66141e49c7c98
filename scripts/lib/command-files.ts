import { completionScript } from '../../src/core/command-line/completions.ts'
import { manPage } from './man-page.ts'

/** The files that deb and rpm install for commands in a terminal, by their paths in the project. */
export function generatedCommandFiles(): Record<string, string> {
  const folder = 'resources/command-line'
  return {
    [`${folder}/latchkey.1`]: manPage(),
    [`${folder}/latchkey.bash`]: `${completionScript('bash')}\n`,
    [`${folder}/_latchkey`]: `${completionScript('zsh')}\n`,
    [`${folder}/latchkey.fish`]: `${completionScript('fish')}\n`,
  }
}
