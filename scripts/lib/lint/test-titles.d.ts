import type { Rule } from 'eslint'

export declare function translatedWords(title: string): string | undefined
export declare const testTitles: Rule.RuleModule
