declare module "*.md?rules" {
  import type { RulesPage } from "./rules/parse";
  const page: RulesPage;
  export default page;
}
