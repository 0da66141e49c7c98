import { type HtmlTagDescriptor, type Plugin, type Rolldown, normalizePath } from 'vite'

/**
 * One file for each row: its modules, all that they import before they run, which Rolldown adds, and what an earlier row doesn’t have. A
 * page waits for one file for a shorter time than for thirty. The plugin lets the page load the files of the second row with those of the
 * first, which imports them when it runs.
 */
export function chunkGroups(rows: Readonly<Record<string, readonly string[]>>): {
  plugin: Plugin
  groups: Rolldown.CodeSplittingGroup[]
} {
  const names = Object.keys(rows)
  return {
    plugin: {
      name: 'chunk-groups',
      transformIndexHtml: {
        order: 'post',
        handler: (_, { bundle = {} }) =>
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' && file.name === names[1] ? tagsOf(file) : [],
          ),
      },
    },
    groups: names.map((name, at) => {
      const ids = rows[name]!.map(normalizePath)
      return { name, test: (id) => ids.includes(id), priority: names.length - at }
    }),
  }
}

/** What makes a page load a chunk and its styles before any code asks for them. */
function tagsOf({ fileName, viteMetadata }: Rolldown.OutputChunk): HtmlTagDescriptor[] {
  const link = (rel: string, file: string): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { rel, crossorigin: true, href: `./${file}` },
    injectTo: 'head',
  })
  const styles = [...(viteMetadata?.importedCss ?? [])]
  return [link('modulepreload', fileName), ...styles.map((file) => link('stylesheet', file))]
}
