import type { Rule } from 'eslint'

export declare const clock: Rule.RuleModule
