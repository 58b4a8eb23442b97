// Seeds customers and ten times as many orders, and prints the seconds it took.
import { drizzle } from "drizzle-orm/node-postgres";
import { integer, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { seed } from "drizzle-seed";
import pg from "pg";

const customers = pgTable("customers", {
  id: integer("id").primaryKey(),
  email: text("email").notNull().unique(),
  name: text("name").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
});
const orders = pgTable("orders", {
  id: integer("id").primaryKey(),
  customerId: integer("customer_id").notNull().references(() => customers.id),
  status: text("status").notNull(),
  total: numeric("total", { precision: 10, scale: 2 }).notNull(),
  note: text("note"),
  placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
});

const count = Number(process.argv[2]);
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const began = process.hrtime.bigint();
await seed(drizzle(client), { customers, orders }, { seed: 1 }).refine((f) => ({
  customers: { count, columns: { email: f.email(), name: f.fullName() } },
  orders: {
    count: 10 * count,
    columns: {
      status: f.valuesFromArray({ values: ["open", "paid", "shipped", "cancelled"] }),
      total: f.number({ minValue: 1, maxValue: 999, precision: 100 }),
    },
  },
}));
process.stdout.write(`${Number(process.hrtime.bigint() - began) / 1e9}\n`);
await client.end();
