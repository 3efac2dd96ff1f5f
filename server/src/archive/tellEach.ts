/** Rows as they are told, one after the other. */
export async function* tellEach<Row, Told>(rows: AsyncIterable<Row>, tell: (row: Row) => Told): AsyncGenerator<Told> {
  for await (const row of rows) yield tell(row);
}
