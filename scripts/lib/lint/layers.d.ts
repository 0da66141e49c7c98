import type { Rule } from 'eslint'

export declare function layerProblem(from: string, to: string): string | undefined
export declare const layers: Rule.RuleModule
