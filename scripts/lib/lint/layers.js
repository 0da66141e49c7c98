import { dirname, relative, resolve, sep } from 'node:path'

/** Each world’s layers: folders and single files. A layer may import the ones before it. */
const worlds = {
  shared: [['messages'], ['rules'], ['gitlab'], ['operations']],
  core: [
    ['platform'],
    ['keys'],
    ['gitlab'],
    ['policy'],
    ['accounts'],
    ['audit-log'],
    ['jobs'],
    ['list-copy'],
    ['computer'],
    ['ports.ts'],
    ['context.ts'],
    ['features'],
    ['app'],
  ],
  renderer: [['ui'], ['bridge'], ['stores'], ['components'], ['forms'], ['features'], ['app']],
}

/** Returns what is wrong with an import between two files, given as paths below `src`; undefined if nothing is. */
export function layerProblem(from, to) {
  const [world, ...inner] = from.split('/')
  const [otherWorld, ...otherInner] = to.split('/')
  const layers = worlds[world]
  if (!layers || world !== otherWorld) return undefined
  const place = placeOf(layers, inner)
  const other = placeOf(layers, otherInner)
  if (place.level < other.level) return `${place.name} is below ${other.name}.`
  if (place.level > other.level) return undefined
  if (place.name !== other.name) return `${place.name} and ${other.name} are on the same layer.`
  // Files directly in `features` are shared by all features.
  const isCommon = inner.length === 2 || otherInner.length === 2
  if (place.name !== 'features' || isCommon || inner[1] === otherInner[1]) return undefined
  return `Features can’t import each other: move what ${inner[1]} and ${otherInner[1]} share to a lower layer, or pass it in from app.`
}

/** Files outside all layers belong to the app. */
function placeOf(layers, inner) {
  const [name] = inner
  const level = layers.findIndex((names) => names.includes(name))
  return level < 0 ? { name: 'app', level: layers.length - 1 } : { name, level }
}

const source = resolve(import.meta.dirname, '../../../src')
const isRelative = (path) => typeof path === 'string' && path.startsWith('.')
const below = (path) => relative(source, path).split(sep).join('/')

/** Matches the style sheet files that a component loads. */
const styleSheet = /<style\b[^>]*\ssrc="([^"]+)"/g

export const layers = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{ problem }}' } },
  create(context) {
    const check = (path, place) => {
      if (!isRelative(path)) return
      const problem = layerProblem(
        below(context.filename),
        below(resolve(dirname(context.filename), path)),
      )
      if (problem) context.report({ ...place, messageId: 'wrong', data: { problem } })
    }
    const checkImport = (node) => check(node.source?.value, { node })
    return {
      Program() {
        for (const { 1: path, index } of context.sourceCode.text.matchAll(styleSheet)) {
          check(path, { loc: context.sourceCode.getLocFromIndex(index) })
        }
      },
      ImportDeclaration: checkImport,
      ImportExpression: checkImport,
      ExportNamedDeclaration: checkImport,
      ExportAllDeclaration: checkImport,
    }
  },
}
