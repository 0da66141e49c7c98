import type { Rule } from 'eslint'

export declare function readsAsSentence(text: string): boolean
export declare function valuesOf(id: string): string[] | undefined
export declare const messageValues: Rule.RuleModule
export declare const noSentences: Rule.RuleModule
export declare const sentenceSpaces: Rule.RuleModule
