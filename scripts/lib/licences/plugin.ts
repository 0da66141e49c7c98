import type { Plugin } from 'vite'
import { collectLicences, packageOfPath } from './collect.ts'

/** What style sheets bring, which are no modules. */
const fromStyles = ['@fontsource-variable/inter']

/** Lays `licences.json` beside the page: of what is bundled into it, and of what the Node side loads. */
export function licencesPlugin(project: string): Plugin {
  return {
    name: 'latchkey:licences',
    apply: 'build',
    generateBundle() {
      const bundled = [...this.getModuleIds()].filter((id) => id.includes('/node_modules/'))
      const names = [...bundled.map(packageOfPath), ...fromStyles]
      const licences = collectLicences(project, [...new Set(names)])
      const source = JSON.stringify(licences)
      this.emitFile({ type: 'asset', fileName: 'licences.json', source })
    },
  }
}
