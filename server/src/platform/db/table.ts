import {
  type ColumnDataType,
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Generated,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';

/*
 * Each table is declared once. The types of its rows follow from the declaration, and so do the statements of each
 * migration: they make what was declared `since` it.
 */

interface Definition {
  type: ColumnDataType;
  nullable?: true;
  primaryKey?: true;
  unique?: true;
  indexed?: true;
  default?: string | number;
  references?: { column: string; onDelete: 'cascade' | 'set null' | undefined };
  since?: string;
}

/** A column. `Type` is what Kysely takes for it; the column is `not null` unless it is nullable. */
class Column<Type> {
  /** Exists for TypeScript only. */
  declare readonly type: Type;
  readonly definition: Definition;

  constructor(definition: Definition) {
    this.definition = definition;
  }

  nullable() {
    return new Column<Type | null>({ ...this.definition, nullable: true });
  }

  default(value: Type & (string | number)) {
    return new Column<Generated<Type>>({ ...this.definition, default: value });
  }

  primaryKey() {
    return this.#with({ primaryKey: true });
  }

  unique() {
    return this.#with({ unique: true });
  }

  /** Adds an index of this column alone. */
  indexed() {
    return this.#with({ indexed: true });
  }

  references(column: string, onDelete?: 'cascade' | 'set null') {
    return this.#with({ references: { column, onDelete } });
  }

  /** The migration that adds the column to an older table: it must be nullable, or have a default. */
  since(since: string) {
    return this.#with({ since });
  }

  #with(more: Partial<Definition>) {
    return new Column<Type>({ ...this.definition, ...more });
  }
}

export const text = <Values extends string = string>() => new Column<Values>({ type: 'text' });
export const integer = <Values extends number = number>() => new Column<Values>({ type: 'integer' });
export const bigint = () => new Column<number>({ type: 'bigint' });
/** Milliseconds since 1970 (UTC). */
export const time = () => bigint();
/** A column of a flag, the same on both engines. */
export type Flag = 0 | 1;
export const flag = integer<Flag>;
export const toFlag = (is: boolean): Flag => (is ? 1 : 0);

interface Index {
  columns: string[];
  /** What follows the table's name in that of the index; default: `by_` and the columns. */
  name?: string;
  /** The rows that it has, in SQL; default: all. */
  where?: string;
  since?: string;
}

type Columns = Record<string, Column<unknown>>;

class Table<Own extends Columns = Columns> {
  /** Exists for TypeScript only. */
  declare readonly types: { [Name in keyof Own]: Own[Name]['type'] };
  readonly columns: Own;
  readonly since: string;
  /** The columns of the primary key. */
  key: string[];
  readonly indexes: Index[] = [];

  constructor(columns: Own, since: string) {
    this.columns = columns;
    this.since = since;
    this.key = Object.keys(columns).filter((name) => columns[name]?.definition.primaryKey);
  }

  /** For a primary key of several columns. */
  primaryKey(...columns: (keyof Own & string)[]): this {
    this.key = columns;
    return this;
  }

  index(columns: (keyof Own & string)[], options: Omit<Index, 'columns'> = {}): this {
    this.indexes.push({ columns, ...options });
    return this;
  }
}

export const table = <Own extends Columns>(columns: Own, since = '0001_tables') => new Table(columns, since);

/** A row of a declared table, as it is read. */
export type Row<Declared extends { types: unknown }> = Selectable<Declared['types']>;

/** Makes what is declared since this migration. Tables are in an order in which each comes after those that it refers to. */
export async function migrate(
  { schema }: Pick<Kysely<unknown>, 'schema'>,
  tables: Record<string, Table>,
  migration: string,
): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    const added = Object.entries(table.columns)
      .map(([column, { definition }]) => ({ name: column, ...definition }))
      .filter(({ since = table.since }) => since === migration);
    if (table.since === migration) {
      let creation: CreateTableBuilder<string, string> = schema.createTable(name);
      for (const column of added) creation = creation.addColumn(column.name, column.type, define(column));
      // The name that PostgreSQL would give it.
      if (table.key.length > 1) creation = creation.addPrimaryKeyConstraint(`${name}_pkey`, table.key);
      await creation.execute();
    } else {
      for (const column of added)
        await schema.alterTable(name).addColumn(column.name, column.type, define(column)).execute();
    }
    const indexes: Index[] = [
      ...added.filter(({ indexed }) => indexed).map((column) => ({ columns: [column.name] })),
      ...table.indexes.filter(({ since = table.since }) => since === migration),
    ];
    for (const { columns, name: end = `by_${columns.join('_')}`, where } of indexes) {
      const creation = schema.createIndex(`${name}_${end}`).on(name).columns(columns);
      await (where ? creation.where(sql.raw<SqlBool>(where)) : creation).execute();
    }
  }
}

const define = (definition: Definition) => (column: ColumnDefinitionBuilder) => {
  const { nullable, primaryKey, unique, default: value, references } = definition;
  let defined = column;
  if (primaryKey) defined = defined.primaryKey();
  else if (!nullable) defined = defined.notNull();
  if (unique) defined = defined.unique();
  if (value !== undefined) defined = defined.defaultTo(value);
  if (references) defined = defined.references(references.column).onDelete(references.onDelete ?? 'no action');
  return defined;
};
