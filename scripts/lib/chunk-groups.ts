import { type HtmlTagDescriptor, type Plugin, type Rolldown, normalizePath } from 'vite'

/**
 * Builds one chunk per row, because one request is faster than thirty. A chunk contains the row’s modules and all their
 * static imports (added by Rolldown) except those in earlier rows. The plugin preloads the second row’s chunks along
 * with the first row, because the first row imports them when it runs.
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

/** Preloads a chunk and its styles before any code requests them. */
function tagsOf({ fileName, viteMetadata }: Rolldown.OutputChunk): HtmlTagDescriptor[] {
  const link = (rel: string, file: string): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { rel, crossorigin: true, href: `./${file}` },
    injectTo: 'head',
  })
  const styles = [...(viteMetadata?.importedCss ?? [])]
  return [link('modulepreload', fileName), ...styles.map((file) => link('stylesheet', file))]
}
