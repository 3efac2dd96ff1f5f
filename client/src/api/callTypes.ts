import type { ParamsOf } from '@companion/contract/defineCall';
import type { z } from 'zod/mini';

/** What an app reads of a call's answer: as tolerantly as the contract says. */
export type Answer<C> = C extends { read: infer Schema extends z.ZodMiniType } ? z.output<Schema> : never;

/** The fields of an object schema. For an empty one `unknown`, which adds nothing to an intersection. */
type Fields<Schema> = Schema extends z.ZodMiniType
  ? [keyof z.input<Schema>] extends [never]
    ? unknown
    : string extends keyof z.input<Schema>
      ? unknown
      : z.input<Schema>
  : unknown;
type Part<C, Name extends string> = C extends { [key in Name]: infer Schema } ? Fields<Schema> : unknown;
/** The parameters of a call, and the fields of its query and its body, in one object; `unknown` without any. */
export type FieldsOf<C> = (C extends { path: infer Path extends string } ? ParamsOf<Path> : unknown) &
  Part<C, 'query'> &
  Part<C, 'body'>;
