import type { Rule } from 'eslint'

export declare function looksLikeSentence(text: string): boolean
export declare function messageValueNames(id: string): string[] | undefined
export declare const messageValues: Rule.RuleModule
export declare const noSentences: Rule.RuleModule
export declare const sentenceSpaces: Rule.RuleModule
